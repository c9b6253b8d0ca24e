import { useRef, useState } from "preact/hooks";
import { allRead } from "./data";

/**
 * A control shows what the person chose while that is being stored, then what is stored. `store` may return a
 * promise; where it was refused or never took effect, the control falls back to the stored value.
 */
export function useDraft<T>(
  stored: T,
  store: (wanted: T) => unknown,
): readonly [shown: T, change: (wanted: T) => void] {
  const [draft, setDraft] = useState<{ wanted: T } | null>(null);
  const turn = useRef(0);
  const change = async (wanted: T) => {
    const mine = ++turn.current;
    setDraft({ wanted });
    await store(wanted);
    await allRead();
    if (mine === turn.current) setDraft(null);
  };
  return [draft ? draft.wanted : stored, (wanted) => void change(wanted)];
}
