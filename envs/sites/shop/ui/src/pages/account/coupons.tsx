import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, TextField } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useId, useState } from "preact/hooks";
import { applyCoupon, listCoupons, removeCoupon } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Coupon } from "../../api/types";
import { useDepartments } from "../../site";
import { ActButton } from "./asking";
import { AccountPage } from "./layout";
import { Panel } from "./parts";

const STATUS: Record<Coupon["status"], readonly [string, string]> = {
  available: ["Available", "good"],
  applied: ["On your cart", "accent"],
  used: ["Used", ""],
  expired: ["Expired", ""],
  upcoming: ["Not yet valid", "warn"],
};

/** "20%", "£5" or "Free delivery". Pure. */
export function worth(coupon: Pick<Coupon, "kind" | "value">): string {
  if (coupon.kind === "delivery") return "Free delivery";
  if (coupon.kind === "percent") return `${Number(coupon.value)}% off`;
  return `${formatMoney(coupon.value).replace(/\.00$/, "")} off`;
}

function Terms({ coupon }: { coupon: Coupon }) {
  const department = useDepartments().find((one) => one.slug === coupon.department);
  const terms = [
    isZero(coupon.min_spend) ? "" : `From ${formatMoney(coupon.min_spend)}`,
    department ? `${department.title} only` : "",
    `${coupon.status === "expired" ? "Ended" : "Until"} ${formatDate(coupon.expires_at, "short")}`,
  ];
  return <p class="muted small">{terms.filter(Boolean).join(" · ")}</p>;
}

function Doing({ coupon }: { coupon: Coupon }) {
  if (coupon.status === "applied") {
    return (
      <ActButton
        size="small"
        label="Remove"
        name={`Remove coupon ${coupon.code} from the cart`}
        said={`Coupon ${coupon.code} removed`}
        job={removeCoupon}
      />
    );
  }
  if (coupon.status !== "available") return null;
  return (
    <ActButton
      size="small"
      kind="soft"
      label="Use on cart"
      name={`Use coupon ${coupon.code} on the cart`}
      said={`Coupon ${coupon.code} is on your cart`}
      job={() => applyCoupon(coupon.code)}
    />
  );
}

function Card({ coupon }: { coupon: Coupon }) {
  const id = useId();
  const [text, tint] = STATUS[coupon.status];
  const live = coupon.status === "available" || coupon.status === "applied";
  return (
    <article class={live ? "coupon" : "coupon off"} aria-labelledby={id}>
      <span class="worth">{worth(coupon)}</span>
      <div class="stack" style={{ "--gap": "4px" }}>
        <div class="row" style={{ "--gap": "8px" }}>
          <h2 id={id}>{coupon.title}</h2>
          <span class={`badge ${tint}`}>{text}</span>
        </div>
        <p class="small">{coupon.description}</p>
        <Terms coupon={coupon} />
        {live && coupon.reason && <p class="small">Not on this cart: {coupon.reason}</p>}
      </div>
      <div class="stack doing" style={{ "--gap": "8px", alignItems: "flex-end" }}>
        <span class="code">{coupon.code}</span>
        <Doing coupon={coupon} />
      </div>
    </article>
  );
}

function EnterCode() {
  const [code, setCode] = useState("");
  const writer = useWriter();
  const apply = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => applyCoupon(code.trim()), `Coupon ${code.trim().toUpperCase()} is on your cart`))
      setCode("");
  };
  return (
    <Panel title="Have another code?" icon="tag">
      <form class="stack narrow" onSubmit={apply} noValidate>
        <div class="inline-form">
          <TextField label="Coupon code" name="code" value={code} onValue={setCode} error={writer.error} />
          <Button kind="primary" type="submit" disabled={writer.busy}>
            Use code
          </Button>
        </div>
        <Problem error={writer.error} />
      </form>
    </Panel>
  );
}

export function CouponsPage() {
  const reading = useReading("coupons", listCoupons);
  return (
    <AccountPage
      title="Coupons"
      lead="One coupon at a time works on your cart."
      actions={<ButtonLink href={links.cart}>View cart</ButtonLink>}
    >
      <EnterCode />
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No coupons at the moment" />
          ) : (
            list.items.map((coupon) => <Card key={coupon.id} coupon={coupon} />)
          )
        }
      </Loaded>
    </AccountPage>
  );
}
