import { Button } from "@kit/button";
import type { Writer } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Problem } from "@kit/fields";

interface Props {
  title: string;
  text: string;
  confirm: string;
  open: boolean;
  writer: Writer;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something that cannot be undone. */
export function ConfirmDialog({ title, text, confirm, open, writer, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} open={open} onClose={onClose} width="460px">
      <div class="stack">
        <p>{text}</p>
        <Problem error={writer.error} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" disabled={writer.busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
