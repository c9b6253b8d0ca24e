import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RadioCards, TextField } from "../src/fields";
import { ApiError } from "../src/http";
import { Pagination, Stars } from "../src/pieces";
import { Quantity } from "../src/quantity";
import { LocationProvider, withQuery } from "../src/router";

afterEach(cleanup);

describe("quantity", () => {
  const show = (onValue: (value: number) => void) =>
    render(<Quantity label="Lamp" value={2} max={5} onValue={onValue} />);

  test("goes up and down by one", () => {
    const onValue = vi.fn();
    show(onValue);
    screen.getByRole("button", { name: "One more: Lamp" }).click();
    expect(onValue).toHaveBeenLastCalledWith(3);
  });

  test("takes a typed number when the field is left, even one that the shop will refuse", () => {
    const onValue = vi.fn();
    show(onValue);
    const field = screen.getByRole("spinbutton", { name: "Quantity: Lamp" });
    fireEvent.input(field, { target: { value: "99" } });
    expect(onValue).not.toHaveBeenCalled();
    fireEvent.blur(field);
    expect(onValue).toHaveBeenLastCalledWith(99);
  });

  test("an empty field changes nothing", () => {
    const onValue = vi.fn();
    show(onValue);
    const field = screen.getByRole("spinbutton");
    fireEvent.input(field, { target: { value: "" } });
    fireEvent.blur(field);
    expect(onValue).not.toHaveBeenCalled();
  });
});

describe("fields", () => {
  test("are found by their label and marked when a refusal is about them", () => {
    const error = new ApiError(422, { code: "x", reason: "Too short", field: "title", link: null });
    render(
      <>
        <TextField label="Headline" name="title" value="" onValue={() => undefined} error={error} hint="Short" />
        <TextField label="Other" name="other" value="" onValue={() => undefined} error={error} />
      </>,
    );
    const field = screen.getByLabelText("Headline");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Short");
    expect(screen.getByLabelText("Other").hasAttribute("aria-invalid")).toBe(false);
  });

  test("a radio card's name starts with its title", () => {
    render(
      <RadioCards
        legend="Address"
        name="a"
        value="1"
        onValue={() => undefined}
        choices={[
          { value: "1", title: "Home", text: "27 Balmoral Road" },
          { value: "2", title: "Office", text: "40 Victoria Street" },
        ]}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Home\b/ }).checked).toBe(true);
    expect(screen.getByRole("radio", { name: /^Office\b.*Victoria/ })).toBeTruthy();
  });
});

describe("pages of a list", () => {
  test("keep the filters, and the first page has no number in its address", () => {
    history.replaceState(null, "", "/search?q=lamp&page=3");
    render(
      <LocationProvider>
        <Pagination page={3} pages={9} />
      </LocationProvider>,
    );
    const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(to("Page 1")).toBe("/search?q=lamp");
    expect(to("Next page")).toBe("/search?q=lamp&page=4");
    expect(to("Page 9")).toBe("/search?q=lamp&page=9");
  });

  test("one page needs no links", () => {
    render(
      <LocationProvider>
        <Pagination page={1} pages={1} />
      </LocationProvider>,
    );
    expect(screen.queryByRole("navigation")).toBeNull();
  });
});

test("changing a query value leaves the others alone", () => {
  const query = new URLSearchParams("q=lamp&brand=A&brand=B");
  expect(withQuery("/search", query, { brand: ["B"], page: null })).toBe("/search?q=lamp&brand=B");
  expect(withQuery("/search", query, { q: "", brand: null })).toBe("/search");
});

test("stars say the rating and how many gave it", () => {
  render(<Stars value={4.6} count={1213} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Rated 4.6 out of 5 by 1,213 customers");
});
