import { describe, expect, test } from "vitest";
import type { Checkout, Product, Variant } from "../src/api/types";
import { startOf, stepsOf, withChoice } from "../src/pages/checkout/page";
import { expiry } from "../src/pages/checkout/payment-step";
import { ordersOf } from "../src/pages/orders";
import { chosenVariant, variantWith } from "../src/pages/product/page";
import { searchOf } from "../src/parts/browse";
import { buyNowHref } from "../src/parts/cart-actions";
import { compareHref } from "../src/parts/compare";

const query = (text: string) => new URLSearchParams(text);

describe("the search in an address", () => {
  test("repeats what may be chosen more than once", () => {
    const search = searchOf(query("q=lamp&brand=A&brand=B&price=25-50&page=2&sort=rating"), {});
    expect(search).toEqual({ q: "lamp", brand: ["A", "B"], price: "25-50", page: "2", sort: "rating" });
  });

  test("cannot leave the department of its page", () => {
    expect(searchOf(query("department=audio"), { department: "lighting" }).department).toBe("lighting");
  });
});

test("the orders in an address", () => {
  expect(ordersOf(query("q=lamp&status=open&year=2026"))).toEqual({ q: "lamp", status: "open", year: "2026", page: 1 });
});

describe("buying now", () => {
  test("carries product, variant and quantity into the checkout", () => {
    const href = buyNowHref("pr-1", "va-2", 3);
    expect(startOf(query(href.split("?")[1] ?? ""))).toEqual({ product_id: "pr-1", variant_id: "va-2", quantity: 3 });
  });

  test("without a product the cart is checked out", () => expect(startOf(query(""))).toEqual({}));
});

test("a comparison stands in its address", () => {
  expect(compareHref(["a", "b c"])).toBe("/compare?product=a&product=b%20c");
});

const variant = (id: string, options: Record<string, string>, stock: number): Variant => ({
  id,
  sku: id,
  options,
  label: Object.values(options).join(", "),
  price: "10.00",
  stock,
  in_stock: stock > 0,
});

describe("variants", () => {
  const product = {
    variants: [
      variant("1", { Colour: "Red", Size: "S" }, 0),
      variant("2", { Colour: "Red", Size: "L" }, 4),
      variant("3", { Colour: "Blue", Size: "S" }, 2),
      variant("4", { Colour: "Blue", Size: "L" }, 0),
    ],
  } as unknown as Product;

  test("the address chooses; else the first that can be bought", () => {
    expect(chosenVariant(product, "4")?.id).toBe("4");
    expect(chosenVariant(product, null)?.id).toBe("2");
    expect(chosenVariant({ variants: [] } as unknown as Product, null)).toBeNull();
  });

  test("changing one option keeps the other", () => {
    expect(variantWith(product, product.variants[1] ?? null, "Colour", "Blue")?.id).toBe("4");
    expect(variantWith(product, product.variants[2] ?? null, "Size", "L")?.id).toBe("4");
  });
});

describe("the checkout", () => {
  const checkout = {
    address_id: "home",
    payment_method_id: null,
    delivery_method: "standard",
    delivery_date: "2027-03-13",
    use_gift_card: false,
  } as unknown as Checkout;

  test("shows what was just chosen before the server has summed it up", () => {
    const shown = withChoice(checkout, { address_id: "office", use_gift_card: true });
    expect([shown.address_id, shown.use_gift_card, shown.delivery_method]).toEqual(["office", true, "standard"]);
  });

  test("a chosen day is nobody's but the person's", () => {
    expect(withChoice(checkout, { delivery_method: "chosen" }).delivery_date).toBeNull();
    expect(withChoice(checkout, { delivery_method: "chosen", delivery_date: "2027-03-20" }).delivery_date).toBe(
      "2027-03-20",
    );
  });

  test("stands at the first thing that is missing", () => {
    const current = (one: Checkout) => stepsOf(one).find((step) => step.current)?.title;
    expect(current(checkout)).toBe("Payment");
    expect(current({ ...checkout, payment_method_id: "everyday" })).toBe("Review and order");
    expect(current(withChoice(checkout, { delivery_method: "chosen" }))).toBe("Delivery");
  });

  test("a card's month reads as on the card", () => expect(expiry("2028-05")).toBe("05/2028"));
});
