import { Button } from "@kit/button";
import { useReading, useWriter } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Problem, TextField } from "@kit/fields";
import { Icon } from "@kit/icons";
import { Menu, type MenuItem } from "@kit/menu";
import { useState } from "preact/hooks";
import { addToWishlist, createWishlist, listWishlists } from "../api/endpoints";
import { links } from "../api/links";
import type { Product } from "../api/types";

interface Props {
  product: Product;
  variantId: string | null;
}

function NewListDialog({ product, variantId, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const [name, setName] = useState("");
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    const done = await writer.run(
      async () => {
        const list = await createWishlist({ name: name.trim() });
        if (list.id) await addToWishlist(list.id, { product_id: product.id, variant_id: variantId });
        return list;
      },
      { text: `Added to new wishlist ${name.trim()}`, link: { text: "View wishlists", href: links.wishlists } },
    );
    if (done) onClose();
  };
  return (
    <Dialog title="New wishlist" open={open} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name of the list"
          name="name"
          value={name}
          onValue={setName}
          maxLength={40}
          required
          error={writer.error}
        />
        <Problem error={writer.error} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={writer.busy || !name.trim()}>
            Create and add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Puts a product on one of the person's lists. */
export function WishlistMenu({ product, variantId }: Props) {
  const lists = useReading("wishlists", listWishlists);
  const [naming, setNaming] = useState(false);
  const writer = useWriter();
  const add = (id: string, name: string) =>
    void writer.run(() => addToWishlist(id, { product_id: product.id, variant_id: variantId }), {
      text: `Added to wishlist ${name}`,
      link: { text: "View list", href: links.wishlist(id) },
    });
  const items: MenuItem[] = (lists.data?.items ?? []).map((list) => ({
    id: list.id,
    text: list.name,
    hint: product.wishlist_ids.includes(list.id) ? "on this list" : `${list.count}`,
    act: () => add(list.id, list.name),
  }));
  items.push({ id: "new", text: "New list…", apart: items.length > 0, act: () => setNaming(true) });
  return (
    <>
      <Menu
        class="btn wide"
        disabled={writer.busy}
        items={items}
        label={
          <>
            <Icon name="heart" filled={product.wishlist_ids.length > 0} />
            Add to wishlist
          </>
        }
      />
      <Problem error={writer.error} />
      <NewListDialog product={product} variantId={variantId} open={naming} onClose={() => setNaming(false)} />
    </>
  );
}
