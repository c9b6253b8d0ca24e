import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, TextField } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { useState } from "preact/hooks";
import { listGiftCards, redeemGiftCard } from "../../api/endpoints";
import type { GiftCard } from "../../api/types";
import { AccountPage } from "./layout";
import { Panel } from "./parts";

function Redeem() {
  const [code, setCode] = useState("");
  const writer = useWriter();
  const redeem = async (event: Event) => {
    event.preventDefault();
    const said = (card: Partial<GiftCard>) =>
      card.balance ? `Gift card added: ${formatMoney(card.balance)}` : "Gift card added";
    if (await writer.run(() => redeemGiftCard(code), said)) setCode("");
  };
  return (
    <form class="stack" onSubmit={redeem} noValidate>
      <div class="inline-form">
        <TextField
          label="Gift card code"
          name="code"
          placeholder="TIDE-XXXX-XXXX"
          value={code}
          onValue={setCode}
          error={writer.error}
        />
        <Button kind="primary" type="submit" disabled={writer.busy}>
          Redeem
        </Button>
      </div>
      <Problem error={writer.error} />
    </form>
  );
}

function state(card: GiftCard): string {
  if (card.expired) return "Expired";
  return isZero(card.balance) ? "Used up" : "";
}

function Cards({ cards }: { cards: readonly GiftCard[] }) {
  return (
    <table class="table">
      <caption class="sr-only">Gift cards on your account</caption>
      <thead>
        <tr>
          <th scope="col">Card</th>
          <th scope="col">From</th>
          <th scope="col">Expires</th>
          <th scope="col" class="end">
            Value
          </th>
          <th scope="col" class="end">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.id}>
            <th scope="row" class="num">
              {card.code}
            </th>
            <td>{card.from}</td>
            <td>
              {formatDate(card.expires, "short")} {state(card) && <span class="badge">{state(card)}</span>}
            </td>
            <td class="end num">{formatMoney(card.initial)}</td>
            <td class="end num strong">{formatMoney(card.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function GiftCardsPage() {
  const reading = useReading("gift-cards", listGiftCards);
  return (
    <AccountPage title="Gift cards" lead="Use your balance at the checkout; the card that expires first is used first.">
      <div class="halves">
        <Panel title="Your balance" icon="gift">
          <Loaded reading={reading}>{(list) => <p class="balance">{formatMoney(list.balance)}</p>}</Loaded>
        </Panel>
        <Panel title="Redeem a gift card" icon="plus">
          <Redeem />
        </Panel>
      </div>
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="No gift cards yet" />
          ) : (
            <Panel title="Your gift cards">
              <Cards cards={list.items} />
            </Panel>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
