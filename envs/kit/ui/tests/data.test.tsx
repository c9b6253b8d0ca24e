import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useReading, useWriter } from "../src/data";
import { Checkbox, Problem } from "../src/fields";
import { ApiError } from "../src/http";
import { LocationProvider } from "../src/router";
import { Toasts } from "../src/toasts";

afterEach(cleanup);

const refusal = new ApiError(409, { code: "no", reason: "Only 2 left.", field: null, link: "/cart" });

function Page({
  read,
  write,
  name = "one",
}: {
  read: () => Promise<string>;
  write: () => Promise<unknown>;
  name?: string;
}) {
  const reading = useReading(name, read);
  const writer = useWriter();
  return (
    <>
      <p>{reading.data ?? (reading.error ? `failed: ${reading.error.reason}` : "waiting")}</p>
      <button type="button" disabled={writer.busy} onClick={() => void writer.run(write, "Saved")}>
        Save
      </button>
      <button type="button" onClick={reading.again}>
        Again
      </button>
      <Problem error={writer.error} />
      <Toasts />
    </>
  );
}

function show(read: () => Promise<string>, write: () => Promise<unknown> = async () => ({})) {
  return render(
    <LocationProvider>
      <Page read={read} write={write} />
    </LocationProvider>,
  );
}

describe("a write", () => {
  test("is said in the status region, and everything is read again", async () => {
    const read = vi.fn().mockResolvedValueOnce("before").mockResolvedValueOnce("after");
    show(read);
    await screen.findByText("before");
    screen.getByText("Save").click();
    await screen.findByText("after");
    expect(screen.getByRole("status").textContent).toContain("Saved");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("that only pends is believed, but the page shows what is stored", async () => {
    const read = vi.fn(async () => "stored");
    show(read, async () => ({ status: "pending" }));
    await screen.findByText("stored");
    screen.getByText("Save").click();
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    expect(screen.getByRole("status").textContent).toContain("Saved");
  });

  test("that is refused shows why and where to mend it, says nothing else, and can be made again", async () => {
    const write = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce({});
    const read = vi.fn(async () => "stored");
    show(read, write);
    await screen.findByText("stored");
    const said = screen.getByRole("status").textContent ?? "";
    screen.getByText("Save").click();
    expect((await screen.findByRole("alert")).textContent).toContain("Only 2 left.");
    expect(screen.getByRole("link").getAttribute("href")).toBe("/cart");
    expect(screen.getByRole("status").textContent).toBe(said);
    expect(read).toHaveBeenCalledTimes(2);
    screen.getByText("Save").click();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  test("is not sent twice while it runs", async () => {
    let finish: (value: unknown) => void = () => undefined;
    const write = vi.fn(() => new Promise((resolve) => (finish = resolve)));
    show(async () => "x", write);
    const button = screen.getByText("Save");
    button.click();
    button.click();
    finish({});
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Saved"));
    expect(write).toHaveBeenCalledTimes(1);
  });
});

describe("a reading", () => {
  test("that failed can be tried again", async () => {
    show(vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce("there"));
    await screen.findByText("failed: Only 2 left.");
    screen.getByText("Again").click();
    await screen.findByText("there");
  });

  test("never shows an answer that was overtaken", async () => {
    const late: ((value: string) => void)[] = [];
    const page = (name: string) => (
      <LocationProvider>
        <Page name={name} read={() => new Promise<string>((resolve) => late.push(resolve))} write={async () => ({})} />
      </LocationProvider>
    );
    const { rerender } = render(page("one"));
    await waitFor(() => expect(late.length).toBe(1));
    rerender(page("two"));
    await waitFor(() => expect(late.length).toBe(2));
    late[1]?.("two");
    await screen.findByText("two");
    late[0]?.("one");
    await Promise.resolve();
    expect(screen.queryByText("one")).toBeNull();
  });
});

describe("a switch whose state is stored", () => {
  test("shows the wanted state meanwhile and the stored one after", async () => {
    let finish: () => void = () => undefined;
    render(
      <Checkbox label="Wrap" checked={false} onChecked={() => new Promise<void>((resolve) => (finish = resolve))} />,
    );
    const box = screen.getByRole<HTMLInputElement>("checkbox");
    box.click();
    await waitFor(() => expect(box.checked).toBe(true));
    finish();
    await waitFor(() => expect(box.checked).toBe(false));
  });
});
