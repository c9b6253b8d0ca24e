/** Money arrives as decimal text and is shown as such; no arithmetic is done with it on the page. */
export function formatMoney(amount: string): string {
  const [, minus, pounds, pence] = POUNDS.exec(amount) ?? [];
  if (pounds) return `${minus}£${grouped(pounds)}.${pence}`;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
  return format.format(amount as Intl.StringNumericLiteral);
}

const POUNDS = /^(-?)(0|[1-9]\d*)\.(\d\d)$/;

/**
 * A whole number with commas between its thousands. By hand, because the browser's own formatter takes tens of
 * milliseconds to start and every first page shows numbers.
 */
export function grouped(whole: number | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
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
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
