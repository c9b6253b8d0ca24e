import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, TextField } from "@kit/fields";
import { Menu } from "@kit/menu";
import { formatMoney } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { Quantity } from "@kit/quantity";
import { ButtonLink, useGo } from "@kit/router";
import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import {
  changeWishlistItem,
  deleteWishlist,
  getWishlist,
  listWishlists,
  moveWishlistItem,
  removeWishlistItem,
  wishlistItemToCart,
} from "../api/endpoints";
import { links } from "../api/links";
import type { Wishlist, WishlistDetail, WishlistItem } from "../api/types";
import { ConfirmDialog } from "../parts/confirm-dialog";
import { ProductLine } from "../parts/line";
import { AccountPage } from "./account/layout";
import { WishlistDialog } from "./wishlists";

function NoteForm({ item, onClose }: { item: WishlistItem; onClose: () => void }) {
  const [note, setNote] = useState(item.note);
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => changeWishlistItem(item.id, { note: note.trim() }), `Note saved: ${item.title}`))
      onClose();
  };
  return (
    <form class="stack" style={{ "--gap": "8px" }} onSubmit={(event) => void submit(event)}>
      <TextField
        label={`Note on ${item.title}`}
        name="note"
        value={note}
        onValue={setNote}
        maxLength={200}
        error={writer.error}
      />
      <div class="row" style={{ "--gap": "8px" }}>
        <Button size="small" kind="primary" type="submit" disabled={writer.busy}>
          Save note
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <Problem error={writer.error} />
    </form>
  );
}

function Item({ item, others }: { item: WishlistItem; others: readonly Wishlist[] }) {
  const [noting, setNoting] = useState(false);
  const writer = useWriter();
  const { id, title, product } = item;
  const inStock = item.variant ? item.variant.in_stock : product.in_stock;
  const toCart = { text: `Moved to cart: ${title}`, link: { text: "View cart", href: links.cart } };
  return (
    <li>
      <ProductLine
        product={product}
        title={title}
        size={96}
        end={<p class="strong num">{formatMoney(item.variant?.price ?? product.price)}</p>}
      >
        <p class="muted small">
          {product.brand}, added {formatDate(item.added_at, "short")}
        </p>
        {!inStock && <p class="no-stock small">Out of stock</p>}
        {item.note && !noting && <p class="note small">{item.note}</p>}
        {noting && <NoteForm item={item} onClose={() => setNoting(false)} />}
        <div class="actions">
          <Quantity
            label={`wanted of ${title}`}
            value={item.quantity}
            max={20}
            disabled={writer.busy}
            onValue={(quantity) => writer.run(() => changeWishlistItem(id, { quantity }), `Quantity changed: ${title}`)}
          />
          <Button
            kind="soft"
            size="small"
            disabled={writer.busy || !inStock}
            aria-label={`Move ${title} to cart`}
            onClick={() => void writer.run(() => wishlistItemToCart(id), toCart)}
          >
            Move to cart
          </Button>
          {!noting && (
            <Button kind="quiet" size="small" aria-label={`Edit note on ${title}`} onClick={() => setNoting(true)}>
              {item.note ? "Edit note" : "Add note"}
            </Button>
          )}
          {others.length > 0 && (
            <Menu
              class="btn quiet small"
              label="Move to list"
              name={`Move ${title} to another list`}
              disabled={writer.busy}
              items={others.map((list) => ({
                id: list.id,
                text: list.name,
                act: () => void writer.run(() => moveWishlistItem(id, list.id), `Moved to ${list.name}: ${title}`),
              }))}
            />
          )}
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Remove ${title} from list`}
            onClick={() => void writer.run(() => removeWishlistItem(id), `Removed from list: ${title}`)}
          >
            Remove
          </Button>
        </div>
        <Problem error={writer.error} />
      </ProductLine>
    </li>
  );
}

function ListActions({ list }: { list: WishlistDetail }) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const writer = useWriter();
  const go = useGo();
  const remove = async () => {
    if (!(await writer.run(() => deleteWishlist(list.id), { text: `Wishlist deleted: ${list.name}`, keep: true })))
      return;
    go(links.wishlists);
  };
  return (
    <div class="row" style={{ "--gap": "8px" }}>
      <Button onClick={() => setOpen("edit")}>Edit list</Button>
      {!list.is_default && (
        <Button kind="danger" onClick={() => setOpen("delete")}>
          Delete list
        </Button>
      )}
      <WishlistDialog list={list} open={open === "edit"} onClose={() => setOpen(null)} />
      <ConfirmDialog
        title={`Delete ${list.name}?`}
        text="The list and everything on it will be gone."
        confirm="Delete this list"
        open={open === "delete"}
        writer={writer}
        onConfirm={() => void remove()}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

function Detail({ list, others }: { list: WishlistDetail; others: readonly Wishlist[] }) {
  return (
    <AccountPage
      title={list.name}
      lead={`${list.private ? "Private list" : "Shared list"}${list.is_default ? ", your default" : ""}`}
      actions={<ListActions list={list} />}
      crumbs={[{ text: "Wishlists", href: links.wishlists }]}
    >
      {list.items.length === 0 ? (
        <EmptyState title="This list is empty">
          <ButtonLink kind="primary" href={links.home}>
            Find something for it
          </ButtonLink>
        </EmptyState>
      ) : (
        <section class="panel">
          <h2 class="sr-only">On this list</h2>
          <ul>
            {list.items.map((item) => (
              <Item key={item.id} item={item} others={others} />
            ))}
          </ul>
        </section>
      )}
    </AccountPage>
  );
}

export function WishlistPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`wishlist:${id}`, () => getWishlist(id));
  const lists = useReading("wishlists", listWishlists);
  if (reading.data) {
    return <Detail list={reading.data} others={(lists.data?.items ?? []).filter((one) => one.id !== id)} />;
  }
  return (
    <AccountPage title="Wishlist">
      <Loaded reading={reading}>{() => null}</Loaded>
    </AccountPage>
  );
}
