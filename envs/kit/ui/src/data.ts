/** Reading for pages and writing from them. Whatever was written, every reading on the page is made again. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, WENT_WRONG } from "./http";
import { type ToastLink, toast } from "./toasts";

type Listener = () => Promise<void>;
const listeners = new Set<Listener>();
let rereading: Promise<unknown> = Promise.resolve();

/** Makes every mounted reading ask the server again. */
export function rereadAll(): void {
  rereading = Promise.all([...listeners].map((listener) => listener()));
}

/** Resolves when the answers that the last write made necessary are on the page. */
export async function allRead(): Promise<void> {
  await rereading;
}

export interface Reading<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** True while an answer for the present key is still awaited and nothing can be shown for it. */
  loading: boolean;
  /** True while any answer is awaited. */
  busy: boolean;
  again: () => void;
}

interface Held<T> {
  key: string | null;
  data: T | undefined;
  error: ApiError | undefined;
  busy: boolean;
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, { code: "page", reason: WENT_WRONG, field: null, link: null });
}

/**
 * Reads when the page opens, when `key` changes and after each write. A null key reads nothing. With `keep`, the
 * answer for the key before stays on show until the new one comes.
 */
export function useReading<T>(key: string | null, read: () => Promise<T>, options?: { keep?: boolean }): Reading<T> {
  const [held, setHeld] = useState<Held<T>>({ key: null, data: undefined, error: undefined, busy: key !== null });
  const latest = useRef(0);
  const reader = useRef(read);
  reader.current = read;

  const load = useCallback(async () => {
    const turn = ++latest.current;
    if (key === null) return;
    setHeld((old) => ({ ...old, busy: true }));
    try {
      const data = await reader.current();
      if (turn === latest.current) setHeld({ key, data, error: undefined, busy: false });
    } catch (error) {
      const found = asApiError(error);
      if (turn !== latest.current) return;
      setHeld((old) => ({ key, data: old.key === key ? old.data : undefined, error: found, busy: false }));
    }
  }, [key]);

  useEffect(() => {
    void load();
    listeners.add(load);
    return () => {
      listeners.delete(load);
      latest.current++;
    };
  }, [load]);

  const present = held.key === key;
  const data = present || options?.keep ? held.data : undefined;
  const error = present ? held.error : undefined;
  return { data, error, loading: data === undefined && !error, busy: held.busy || !present, again: load };
}

export interface Said {
  text: string;
  link?: ToastLink;
  /** The toast outlives one change of page. */
  keep?: boolean;
}

export interface Writer {
  busy: boolean;
  error: ApiError | undefined;
  /**
   * Sends the job. Resolves to the answer, or to undefined where it was refused or lost (the reason is then in
   * `error`). A job that is still running is not sent twice.
   */
  run: <T>(job: () => Promise<T>, said?: string | Said | ((answer: T) => string | Said)) => Promise<T | undefined>;
  clear: () => void;
}

export function useWriter(): Writer {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef(false);
  const run: Writer["run"] = useCallback(async (job, said) => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const answer = await job();
      const words = typeof said === "function" ? said(answer) : said;
      if (words) toast(typeof words === "string" ? { text: words } : words);
      return answer;
    } catch (problem) {
      setError(asApiError(problem));
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
      rereadAll();
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  return { busy, error, run, clear };
}
