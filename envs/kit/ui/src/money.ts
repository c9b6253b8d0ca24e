/** Money arrives as decimal text and is shown as such; no arithmetic is done with it on the page. */
export function formatMoney(amount: string, currency = "GBP", locale = "en-GB"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount as Intl.StringNumericLiteral);
}

export function isZero(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount);
}

/** How much of `before` is saved at `price`, in whole percent. */
export function savedPercent(price: string, before: string): number {
  const whole = Number(before);
  return whole > 0 ? Math.round((1 - Number(price) / whole) * 100) : 0;
}

/** "1 item", "3 items". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
