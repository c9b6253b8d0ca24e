import { describe, expect, it } from "vitest";
import type { OrderLine, Return, ReturnableLine, ReturnOptions } from "../src/api/types";
import { estimate, pence, poundsOf } from "../src/pages/account/amounts";
import { cardYears } from "../src/pages/account/card-form";
import { worth } from "../src/pages/account/coupons";
import { cardExpiry } from "../src/pages/account/details";
import { changesOf } from "../src/pages/account/drafts";
import { isUnder } from "../src/pages/account/layout";
import { reorderWords } from "../src/pages/account/order-actions";
import { lineFacts } from "../src/pages/account/order-items";
import { wayChange } from "../src/pages/account/return-change";
import { draftOf } from "../src/pages/account/return-new";
import type { Way } from "../src/pages/account/return-way";

const OPTIONS = {
  reasons: [
    { id: "changed_mind", label: "I changed my mind", fault: false, comment_required: false },
    { id: "faulty", label: "It is faulty", fault: true, comment_required: false },
  ],
  methods: [
    { id: "drop_off", title: "", description: "", fee: "0.00" },
    { id: "collection", title: "", description: "", fee: "2.95" },
  ],
} as unknown as ReturnOptions;
const LINES = [
  { line_id: "1", unit_refund: "10.10" },
  { line_id: "2", unit_refund: "1.00" },
] as ReturnableLine[];
const WAY: Way = { method: "drop_off", collection_date: "2027-03-12", store_id: "bath", refund_to: "original" };

describe("the estimate of a refund", () => {
  it("adds pieces in whole pence", () => {
    expect(pence("0.29") + pence("0.01")).toBe(30);
    expect(poundsOf(1005)).toBe("10.05");
    const chosen = { "1": { quantity: 3, reason: "changed_mind" } };
    expect(estimate(LINES, chosen, OPTIONS, "drop_off")).toEqual({ goods: "30.30", fee: "0.00", total: "30.30" });
  });

  it("takes the collection fee off unless everything is the shop's fault", () => {
    const mixed = { "1": { quantity: 1, reason: "faulty" }, "2": { quantity: 1, reason: "changed_mind" } };
    expect(estimate(LINES, mixed, OPTIONS, "collection").fee).toBe("2.95");
    const ours = { "1": { quantity: 1, reason: "faulty" } };
    expect(estimate(LINES, ours, OPTIONS, "collection").fee).toBe("0.00");
  });

  it("never goes below nothing", () => {
    const small = { "2": { quantity: 1, reason: "changed_mind" } };
    expect(estimate(LINES, small, OPTIONS, "collection").total).toBe("0.00");
  });
});

describe("what a return sends", () => {
  const chosen = { "1": { quantity: 2, reason: "faulty" } };

  it("leaves out what belongs to another way back", () => {
    expect(draftOf("o1", chosen, WAY, "  ")).toEqual({
      order_id: "o1",
      items: [{ line_id: "1", quantity: 2, reason: "faulty" }],
      method: "drop_off",
      refund_to: "original",
    });
    expect(draftOf("o1", chosen, { ...WAY, method: "collection" }, "").collection_date).toBe("2027-03-12");
    expect(draftOf("o1", chosen, { ...WAY, method: "in_store" }, "").store_id).toBe("bath");
  });

  it("changes only what differs", () => {
    const ret = { method: "drop_off", refund_to: "original" } as Return;
    expect(wayChange(ret, WAY)).toEqual({});
    expect(wayChange(ret, { ...WAY, method: "in_store", refund_to: "gift_card" })).toEqual({
      method: "in_store",
      store_id: "bath",
      refund_to: "gift_card",
    });
  });
});

describe("small words and rules", () => {
  it("sends only edits that differ from what is stored", () => {
    expect(changesOf({ name: "Maya", phone: "1" }, { name: "Maya", phone: "2" })).toEqual({ phone: "2" });
  });

  it("marks the entry that a page lies under, the overview only for itself", () => {
    expect(isUnder("/orders/or-1/tracking", "/orders")).toBe(true);
    expect(isUnder("/account/profile", "/account")).toBe(false);
    expect(isUnder("/orders-archive", "/orders")).toBe(false);
  });

  it("keeps a card's own year on offer when it has passed", () => {
    expect(cardYears(2027, "2026")[0]).toBe("2026");
    expect(cardYears(2027, "2028").filter((year) => year === "2028")).toHaveLength(1);
    expect(cardExpiry("2028-12")).toBe("12/2028");
  });

  it("says what a coupon is worth", () => {
    expect(worth({ kind: "percent", value: "10.00" })).toBe("10% off");
    expect(worth({ kind: "amount", value: "5.00" })).toBe("£5 off");
    expect(worth({ kind: "amount", value: "2.50" })).toBe("£2.50 off");
  });

  it("names what could not be ordered again, and claims nothing when the answer is bare", () => {
    const added = [{ product_id: "p", title: "Kettle", quantity: 1 }];
    const skipped = [{ product_id: "q", title: "Pan", reason: "Out of stock." }];
    expect(reorderWords({ added, skipped })).toBe("1 item added to your cart. Pan: Out of stock.");
    expect(reorderWords({})).not.toMatch(/\d/);
  });

  it("tells variant, number, wrapping and returns of a line", () => {
    const line = { variant: "Black", quantity: 3, gift_wrap: true, returned: 1 } as OrderLine;
    expect(lineFacts(line)).toBe("Black · Quantity 3 · Gift wrapped · 1 of 3 returned");
    expect(lineFacts({ ...line, variant: "", gift_wrap: false, returned: 0 })).toBe("Quantity 3");
  });
});
