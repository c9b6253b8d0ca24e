import { afterEach, describe, expect, test, vi } from "vitest";
import { now } from "../src/clock";
import { ApiError, get, makeQueue, post, problemOf, toQueryString, WENT_WRONG } from "../src/http";

function answer(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers });
}

function serve(...answers: (Response | Error)[]) {
  const mock = vi.fn(async (_url: string, _init: RequestInit): Promise<Response> => {
    const next = answers.shift();
    if (!next || next instanceof Error) throw next ?? new Error("no answer left");
    return next;
  });
  vi.stubGlobal("fetch", mock);
  return mock;
}

afterEach(() => vi.unstubAllGlobals());

describe("queries", () => {
  test("lists repeat their name, empty values are left out", () => {
    expect(toQueryString({ q: "desk lamp", brand: ["A", "B"], page: undefined, tag: "" })).toBe(
      "?q=desk+lamp&brand=A&brand=B",
    );
    expect(toQueryString({})).toBe("");
  });
});

describe("refusals", () => {
  test("a refusal keeps the server's words, field and link", () => {
    const body = {
      error: { code: "card_expired", reason: "This card has expired.", field: "payment", link: "/account/payment" },
    };
    expect(problemOf(422, body)).toEqual(body.error);
  });

  test("a server fault never shows the server's words", () => {
    expect(problemOf(503, { error: { code: "x", reason: "Traceback" } }).reason).toBe(WENT_WRONG);
    expect(problemOf(500, null).reason).toContain("Please try again");
  });

  test.each([409, 429, 418])("a %i without words still says something", (status) => {
    expect(problemOf(status, {}).reason.length).toBeGreaterThan(20);
  });

  test("a refused call rejects with the refusal", async () => {
    serve(
      answer(409, JSON.stringify({ error: { code: "out_of_stock", reason: "Only 2 left.", field: null, link: null } })),
    );
    const error = await post("/api/cart/items").catch((found: unknown) => found);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, reason: "Only 2 left." });
  });

  test("a lost connection asks to try again", async () => {
    serve(new TypeError("Failed to fetch"));
    await expect(get("/api/cart")).rejects.toMatchObject({ status: 0, reason: WENT_WRONG });
  });

  test("a body that breaks off asks to try again", async () => {
    serve(answer(200, '{"items": ['));
    await expect(get("/api/cart")).rejects.toMatchObject({ reason: WENT_WRONG });
  });

  test("an error page that is no JSON is still an error with its status", async () => {
    serve(answer(503, "<h1>Service unavailable</h1>"));
    await expect(get("/api/cart")).rejects.toMatchObject({ status: 503 });
  });
});

describe("answers", () => {
  test("the clock follows the answers", async () => {
    serve(
      answer(200, "{}", { "x-clock": "2027-03-10T09:40:00+00:00" }),
      answer(422, "{}", { "x-clock": "2027-03-10T09:41:00+00:00" }),
    );
    await get("/api/session");
    expect(now().toISOString()).toBe("2027-03-10T09:40:00.000Z");
    await get("/api/session").catch(() => undefined);
    expect(now().toISOString()).toBe("2027-03-10T09:41:00.000Z");
  });

  test("a write whose answer says only that it is pending counts as done", async () => {
    serve(answer(200, '{"status": "pending"}'));
    await expect(post("/api/orders", { a: 1 })).resolves.toEqual({ status: "pending" });
  });

  test("calls that nobody waits for are marked", async () => {
    const mock = serve(answer(200, "{}"));
    await get("/api/notifications", {}, { background: "poll" });
    expect(mock.mock.calls[0]?.[1]).toMatchObject({ headers: { "x-background": "poll" } });
  });
});

describe("writes", () => {
  test("a write starts when the one before it has ended, even badly", async () => {
    const queue = makeQueue();
    const seen: string[] = [];
    const job = (name: string, fail: boolean) => async () => {
      seen.push(`${name} starts`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fail) throw new Error(name);
    };
    const first = queue(job("first", true));
    const second = queue(job("second", false));
    await expect(first).rejects.toThrow("first");
    await second;
    expect(seen).toEqual(["first starts", "first ends", "second starts", "second ends"]);
  });
});
