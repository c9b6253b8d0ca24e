import * as zag from "@zag-js/dialog";
import { normalizeProps, useMachine } from "@zag-js/preact";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icons";
import { Portal } from "./portal";

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  width?: string;
  children: ComponentChildren;
}

function Opened({ title, onClose, width, children }: Props) {
  const service = useMachine(zag.machine, {
    id: useId(),
    open: true,
    onOpenChange: (details) => {
      if (!details.open) onClose();
    },
  });
  const api = zag.connect(service, normalizeProps);
  return (
    <Portal>
      <div class="backdrop" {...api.getBackdropProps()} />
      <div class="dialog-place" {...api.getPositionerProps()}>
        <div class="dialog" {...api.getContentProps()} style={width ? { "--dialog-width": width } : undefined}>
          <div class="dialog-head">
            <h2 {...api.getTitleProps()}>{title}</h2>
            <button {...api.getCloseTriggerProps()} class="icon-btn" aria-label={`Close: ${title}`}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      </div>
    </Portal>
  );
}

/** A modal dialog. Its content exists only while it is open, so that it starts afresh each time. */
export function Dialog(props: Props) {
  return props.open ? <Opened {...props} /> : null;
}
