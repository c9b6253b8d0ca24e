import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { TextField } from "@kit/fields";
import { useState } from "preact/hooks";
import { getDeliveryEstimate } from "../../api/endpoints";
import type { Product } from "../../api/types";

/** When it could come to another postcode than the default address's. */
export function DeliveryCheck({ product }: { product: Product }) {
  const [open, setOpen] = useState(false);
  const [postcode, setPostcode] = useState("");
  const [asked, setAsked] = useState("");
  const key = asked ? `estimate:${product.id}:${asked}` : null;
  const { data, error } = useReading(key, () => getDeliveryEstimate(product.slug, { postcode: asked }));
  if (!open) {
    return (
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        Check another postcode
      </Button>
    );
  }
  const submit = (event: Event) => {
    event.preventDefault();
    setAsked(postcode.trim());
  };
  return (
    <form class="stack" style={{ "--gap": "8px" }} onSubmit={submit}>
      <div class="inline-form">
        <TextField label="Postcode" name="postcode" value={postcode} onValue={setPostcode} error={error} />
        <Button type="submit">Check</Button>
      </div>
      {error && (
        <p class="problem small" role="alert">
          {error.reason}
        </p>
      )}
      {data && (
        <p class="small" role="status">
          {data.deliverable && data.standard
            ? `${data.place}: ${formatDate(data.standard, "day")}${data.express ? `, express ${formatDate(data.express, "weekday")}` : ""}`
            : data.reason}
        </p>
      )}
    </form>
  );
}
