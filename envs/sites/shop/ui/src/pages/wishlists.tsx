import { ProductArt } from "@kit/art/index";
import { Button } from "@kit/button";
import { useReading, useWriter } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Checkbox, Problem, TextField } from "@kit/fields";
import { plural } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { useState } from "preact/hooks";
import { changeWishlist, createWishlist, listWishlists } from "../api/endpoints";
import { links } from "../api/links";
import type { Wishlist } from "../api/types";
import { AccountPage } from "./account/layout";

interface FormProps {
  /** The list to change; without it a new one is made. */
  list?: Wishlist;
  onClose: () => void;
}

function ListForm({ list, onClose }: FormProps) {
  const [name, setName] = useState(list?.name ?? "");
  const [hidden, setHidden] = useState(list?.private ?? true);
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { name: name.trim(), private: hidden };
    const send = () => (list ? changeWishlist(list.id, body) : createWishlist(body));
    if (await writer.run(send, list ? `Wishlist saved: ${body.name}` : `Wishlist created: ${body.name}`)) onClose();
  };
  return (
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
      <Checkbox label="Private, only for me" checked={hidden} onChecked={setHidden} />
      <Problem error={writer.error} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={writer.busy || !name.trim()}>
          {list ? "Save list" : "Create list"}
        </Button>
      </div>
    </form>
  );
}

export function WishlistDialog({ list, open, onClose }: FormProps & { open: boolean }) {
  return (
    <Dialog title={list ? `Edit wishlist ${list.name}` : "New wishlist"} open={open} onClose={onClose}>
      <ListForm list={list} onClose={onClose} />
    </Dialog>
  );
}

function ListCard({ list }: { list: Wishlist }) {
  return (
    <li class="panel">
      <div class="row" style={{ "--gap": "8px" }}>
        {list.preview.map((picture, index) => (
          <span class="thumb" key={`${picture.icon}-${index}`} style={{ "--thumb": "52px" }}>
            <ProductArt icon={picture.icon} tone={picture.tone} />
          </span>
        ))}
        {list.preview.length === 0 && <span class="muted small">Nothing on it yet</span>}
      </div>
      <h2 style={{ fontSize: "1.0625rem" }}>
        <Link href={links.wishlist(list.id)}>{list.name}</Link>
      </h2>
      <p class="muted small">
        {plural(list.count, "item")} {list.is_default && <span class="badge accent">Default list</span>}{" "}
        {list.private && <span class="badge">Private</span>}
      </p>
    </li>
  );
}

export function WishlistsPage() {
  const [making, setMaking] = useState(false);
  const reading = useReading("wishlists", listWishlists);
  return (
    <AccountPage
      title="Your wishlists"
      lead="Lists of things to buy one day, or to be given."
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          New wishlist
        </Button>
      }
    >
      <Loaded reading={reading}>
        {(lists) => (
          <ul class="card-grid">
            {lists.items.map((list) => (
              <ListCard key={list.id} list={list} />
            ))}
          </ul>
        )}
      </Loaded>
      <WishlistDialog open={making} onClose={() => setMaking(false)} />
    </AccountPage>
  );
}
