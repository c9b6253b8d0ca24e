/**
 * The pages' one way to the server: typed JSON calls under /api.
 *
 * Reads go out at once. Writes go out one at a time, in the order in which the person made them, so that a
 * second click can never overtake the first. Every answer carries the account's clock, which the pages show
 * instead of the machine's own.
 */
import { setNow } from "./clock";

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Record<string, QueryValue>;

export interface CallOptions {
  /** Marks a call that nobody waits for, so that it is told apart from what the person does. */
  background?: "poll" | "prefetch";
  signal?: AbortSignal;
}

/** The answer to a write. The server may only say that it took the job, so every field may be absent. */
export type Written<T> = Partial<T> & { status?: unknown };

export interface Problem {
  code: string;
  /** Plain words for the person. */
  reason: string;
  /** Name of the form field that the reason is about. */
  field: string | null;
  /** Page on which the person can put it right. */
  link: string | null;
}

export class ApiError extends Error implements Problem {
  readonly code: string;
  readonly reason: string;
  readonly field: string | null;
  readonly link: string | null;

  constructor(
    readonly status: number,
    problem: Problem,
  ) {
    super(problem.reason);
    this.name = "ApiError";
    this.code = problem.code;
    this.reason = problem.reason;
    this.field = problem.field;
    this.link = problem.link;
  }
}

export const WENT_WRONG = "Something went wrong and we could not finish that. Please try again.";

const REASONS: Record<number, string> = {
  401: "You have been signed out. Please reload the page.",
  404: "We could not find what you were looking for.",
  409: "This was changed somewhere else in the meantime. Please check it and try again.",
  429: "That was too many requests in a short time. Please wait a moment and try again.",
};

export function toQueryString(query: Query | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (one !== undefined && one !== null && one !== "") params.append(name, String(one));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** What an answer that is not 2xx says to the person. Pure. */
export function problemOf(status: number, body: unknown): Problem {
  const error = (body as { error?: Partial<Problem> } | null)?.error;
  const told = typeof error?.reason === "string" ? error.reason : undefined;
  const reason = status >= 500 ? WENT_WRONG : (told ?? REASONS[status] ?? WENT_WRONG);
  return { code: error?.code ?? `http_${status}`, reason, field: error?.field ?? null, link: error?.link ?? null };
}

const LOST: Problem = { code: "lost", reason: WENT_WRONG, field: null, link: null };

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text ? JSON.parse(text) : {};
}

async function call(method: string, url: string, body: unknown, options: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (options.background) headers["x-background"] = options.background;
  const init: RequestInit = { method, headers, cache: "no-store", signal: options.signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  let parsed: unknown;
  try {
    response = await fetch(url, init);
    parsed = await readJson(response).catch((error: unknown) => {
      if (error instanceof SyntaxError && !response.ok) return {};
      throw error;
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, LOST);
  }
  setNow(response.headers.get("x-clock"));
  if (!response.ok) throw new ApiError(response.status, problemOf(response.status, parsed));
  return parsed;
}

/** Chains jobs so that each starts after the one before it has ended, well or badly. */
export function makeQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const next = last.then(job, job);
    last = next.catch(() => undefined);
    return next;
  };
}

const inTurn = makeQueue();

function write<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<Written<T>> {
  return inTurn(() => call(method, path, body, options)) as Promise<Written<T>>;
}

export function get<T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> {
  return call("GET", path + toQueryString(query), undefined, options) as Promise<T>;
}

export function post<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Written<T>> {
  return write<T>("POST", path, body, options);
}

export function put<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Written<T>> {
  return write<T>("PUT", path, body, options);
}

export function patch<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Written<T>> {
  return write<T>("PATCH", path, body, options);
}

export function del<T>(path: string, options: CallOptions = {}): Promise<Written<T>> {
  return write<T>("DELETE", path, undefined, options);
}
