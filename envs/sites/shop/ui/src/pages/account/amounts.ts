/** Sums that a page shows before the server has worked them out: whole pence, never fractions of a pound. */
import type { Money, ReturnableLine, ReturnOptions } from "../../api/types";

/** "12.50" as 1250. Pure. */
export function pence(amount: Money): number {
  return Math.round(Number(amount) * 100);
}

/** 1250 as "12.50". Pure. */
export function poundsOf(amount: number): Money {
  return (amount / 100).toFixed(2);
}

export interface ChosenLine {
  quantity: number;
  reason: string;
}

export interface Estimate {
  goods: Money;
  fee: Money;
  total: Money;
}

/** What a return will probably bring. Collecting is free where all of it is the shop's fault. Pure. */
export function estimate(
  lines: readonly ReturnableLine[],
  chosen: Readonly<Record<string, ChosenLine>>,
  options: ReturnOptions,
  method: string,
): Estimate {
  const taken = lines.flatMap((line) => {
    const one = chosen[line.line_id];
    return one ? [{ ...one, refund: pence(line.unit_refund) }] : [];
  });
  const goods = taken.reduce((sum, one) => sum + one.refund * one.quantity, 0);
  const ours = (reason: string) => options.reasons.find((one) => one.id === reason)?.fault ?? false;
  const free = taken.length > 0 && taken.every((one) => ours(one.reason));
  const fee = free ? 0 : pence(options.methods.find((one) => one.id === method)?.fee ?? "0");
  return { goods: poundsOf(goods), fee: poundsOf(fee), total: poundsOf(Math.max(0, goods - fee)) };
}
