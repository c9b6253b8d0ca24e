import { formatMoney, savedPercent } from "@kit/money";
import type { Money } from "../api/types";

export function Price({ price, before, large }: { price: Money; before: Money | null; large?: boolean }) {
  return (
    <span class={large ? "price large" : "price"}>
      <span class="now">{formatMoney(price)}</span>
      {before && (
        <>
          <s class="was">
            <span class="sr-only">Before </span>
            {formatMoney(before)}
          </s>
          {large && <span class="cut">Save {savedPercent(price, before)}%</span>}
        </>
      )}
    </span>
  );
}
