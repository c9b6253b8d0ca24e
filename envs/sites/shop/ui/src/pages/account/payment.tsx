import { useReading } from "@kit/data";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useId } from "preact/hooks";
import { deletePaymentMethod, listPaymentMethods, setDefaultPaymentMethod } from "../../api/endpoints";
import { links } from "../../api/links";
import type { PaymentMethod } from "../../api/types";
import { ActButton, DeleteButton } from "./asking";
import { cardExpiry } from "./details";
import { AccountPage } from "./layout";

function Face({ method }: { method: PaymentMethod }) {
  const look = ["bank-card", method.kind === "bank" && "bank", method.expired && "old"].filter(Boolean).join(" ");
  return (
    <p class={look}>
      <span class="strong">{method.brand}</span>
      <span>
        <span aria-hidden="true">•••• </span>
        <span class="sr-only">ending </span>
        {method.last_four}
      </span>
    </p>
  );
}

function Facts({ method }: { method: PaymentMethod }) {
  return (
    <p class="muted small">
      {method.holder}
      {method.expires && (
        <span class="own-line">
          {method.expired ? "Expired" : "Expires"} {cardExpiry(method.expires)}
        </span>
      )}
      {method.kind === "bank" && <span class="own-line">Direct debit</span>}
    </p>
  );
}

function Card({ method }: { method: PaymentMethod }) {
  const id = useId();
  const { nickname } = method;
  return (
    <article class={method.default ? "own-card chosen" : "own-card"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{nickname}</h2>
        {method.default && <span class="badge accent">Default</span>}
        {method.expired && <span class="badge bad">Expired</span>}
      </header>
      <Face method={method} />
      <Facts method={method} />
      <footer>
        <ButtonLink
          kind="quiet"
          class="small"
          href={`${links.payment}/${encodeURIComponent(method.id)}`}
          aria-label={`Edit payment method ${nickname}`}
        >
          Edit
        </ButtonLink>
        <DeleteButton
          name={`Delete payment method ${nickname}`}
          title={`Delete ${nickname}?`}
          text={`${method.text} will no longer be offered at the checkout.`}
          yes="Yes, delete payment method"
          said={`Payment method deleted: ${nickname}`}
          job={() => deletePaymentMethod(method.id)}
        />
        {!method.default && (
          <ActButton
            kind="quiet"
            size="small"
            label="Make default"
            name={`Make ${nickname} the default payment method`}
            said={`${nickname} is now your default payment method`}
            job={() => setDefaultPaymentMethod(method.id)}
          />
        )}
      </footer>
    </article>
  );
}

export function PaymentPage() {
  const reading = useReading("payment-methods", listPaymentMethods);
  return (
    <AccountPage
      title="Payment methods"
      lead="We keep the brand and the last four digits of a card, never its number."
      actions={
        <ButtonLink kind="primary" href={`${links.payment}/new`}>
          Add card
        </ButtonLink>
      }
    >
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No payment methods yet" />
          ) : (
            <div class="card-grid">
              {list.items.map((method) => (
                <Card key={method.id} method={method} />
              ))}
            </div>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
