/** Forms over something stored: what was edited, and how it is sent. */
import { allRead, useWriter, type Writer } from "@kit/data";
import { useState } from "preact/hooks";

/** A writer for a form on the page: busy until what it changed has been read back, so that nothing old shows after. */
export function useSettledWriter(): Writer {
  const writer = useWriter();
  const [settling, setSettling] = useState(false);
  const run: Writer["run"] = async (job, said) => {
    const answer = await writer.run(job, said);
    if (answer === undefined) return undefined;
    setSettling(true);
    await allRead();
    setSettling(false);
    return answer;
  };
  return { ...writer, busy: writer.busy || settling, run };
}

export interface Draft<T> {
  value: T;
  /** Only what differs from what is stored. */
  changes: Partial<T>;
  changed: boolean;
  set: <K extends keyof T>(key: K, value: T[K]) => void;
  reset: () => void;
}

/** What differs from what is stored. Pure. */
export function changesOf<T extends object>(stored: T, edits: Partial<T>): Partial<T> {
  const keys = Object.keys(edits) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => edits[key] !== stored[key]).map((key) => [key, edits[key]]),
  ) as Partial<T>;
}

/** A form over something stored: after `reset` it shows again what the server says. */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  const changes = changesOf(stored, edits);
  return {
    value: { ...stored, ...edits },
    changes,
    changed: Object.keys(changes).length > 0,
    set: (key, value) => setEdits((old) => ({ ...old, [key]: value })),
    reset: () => setEdits({}),
  };
}
