import { expect, test } from "vitest";
import { formatMoney, grouped, isZero, plural, savedPercent } from "../src/money";

test("money keeps its pence however large it is", () => {
  expect(formatMoney("64.90")).toBe("£64.90");
  expect(formatMoney("9007199254740993.10")).toBe("£9,007,199,254,740,993.10");
});

test.each(["0", "0.00", "-0.00"])("%s is nothing", (amount) => expect(isZero(amount)).toBe(true));
test.each(["0.01", "10.00", "-1.00"])("%s is something", (amount) => expect(isZero(amount)).toBe(false));

test("a saving is in whole percent, and none of nothing", () => {
  expect(savedPercent("64.90", "79.00")).toBe(18);
  expect(savedPercent("5.00", "0.00")).toBe(0);
});

test("one is singular", () => {
  expect([plural(0, "item"), plural(1, "item"), plural(1200, "item")]).toEqual(["0 items", "1 item", "1,200 items"]);
});

test.each(["0.00", "0.05", "7.10", "-3.50", "-0.00", "999.99", "1000.00", "-1234567.80", "12", "1.5", "007.00"])(
  "%s reads as the browser's own formatter writes it",
  (amount) => {
    const own = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
    expect(formatMoney(amount)).toBe(own.format(amount as Intl.StringNumericLiteral));
  },
);

test.each([0, 12, 999, 1000, 12_345, 123_456, 1_234_567])("%d is grouped as the browser's own formatter does", (one) =>
  expect(grouped(one)).toBe(one.toLocaleString("en-GB")),
);
