import { Button } from "@kit/button";
import { useWriter } from "@kit/data";
import { Problem, TextField } from "@kit/fields";
import { formatMoney } from "@kit/money";
import { Link } from "@kit/router";
import { useState } from "preact/hooks";
import { applyCoupon, removeCoupon } from "../api/endpoints";
import { links } from "../api/links";
import type { AppliedCoupon } from "../api/types";

function Applied({ coupon }: { coupon: AppliedCoupon }) {
  const writer = useWriter();
  return (
    <div class="stack" style={{ "--gap": "8px" }}>
      <div class="row between">
        <span>
          <span class="badge accent">{coupon.code}</span> {coupon.title}
        </span>
        <Button
          kind="quiet"
          size="small"
          disabled={writer.busy}
          aria-label={`Remove coupon ${coupon.code}`}
          onClick={() => void writer.run(removeCoupon, `Coupon ${coupon.code} removed`)}
        >
          Remove
        </Button>
      </div>
      {coupon.problem ? (
        <p class="note warn small">{coupon.problem}</p>
      ) : (
        <p class="small in-stock">You save {formatMoney(coupon.discount)}</p>
      )}
      <Problem error={writer.error} />
    </div>
  );
}

/** A coupon for the cart: enter a code, or take off the one that is on. */
export function CouponForm({ coupon }: { coupon: AppliedCoupon | null }) {
  const [code, setCode] = useState("");
  const writer = useWriter();
  if (coupon) return <Applied coupon={coupon} />;
  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = code.trim();
    if (await writer.run(() => applyCoupon(wanted), `Coupon ${wanted.toUpperCase()} applied`)) setCode("");
  };
  return (
    <form class="stack" style={{ "--gap": "8px" }} onSubmit={(event) => void submit(event)}>
      <div class="inline-form">
        <TextField label="Coupon code" name="code" value={code} onValue={setCode} error={writer.error} />
        <Button type="submit" aria-label="Apply coupon" disabled={writer.busy || !code.trim()}>
          Apply
        </Button>
      </div>
      <Problem error={writer.error} />
      <Link class="small" href={links.coupons}>
        See your coupons
      </Link>
    </form>
  );
}
