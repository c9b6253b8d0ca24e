import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem } from "@kit/fields";
import { Loaded, Stars } from "@kit/pieces";
import { useState } from "preact/hooks";
import { deleteReview, listMyReviews, listToReview } from "../api/endpoints";
import type { MyReview, ProductCard } from "../api/types";
import { ConfirmDialog } from "../parts/confirm-dialog";
import { ProductLine } from "../parts/line";
import { ReviewDialog } from "../parts/review-dialog";
import { AccountPage } from "./account/layout";

function Waiting({ product }: { product: ProductCard }) {
  const [writing, setWriting] = useState(false);
  return (
    <li>
      <ProductLine product={product} title={product.title}>
        <p class="muted small">{product.brand}</p>
        <div class="actions">
          <Button size="small" aria-label={`Write a review of ${product.title}`} onClick={() => setWriting(true)}>
            Write a review
          </Button>
        </div>
        <ReviewDialog product={product} open={writing} onClose={() => setWriting(false)} />
      </ProductLine>
    </li>
  );
}

function Written({ review }: { review: MyReview }) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const writer = useWriter();
  const { product } = review;
  const remove = async () => {
    if (await writer.run(() => deleteReview(review.id), `Review deleted: ${product.title}`)) setOpen(null);
  };
  return (
    <li>
      <ProductLine product={product} title={product.title}>
        <div class="row" style={{ "--gap": "10px" }}>
          <Stars value={review.stars} plain />
          <strong>{review.title}</strong>
        </div>
        <p class="muted small">
          Written {formatDate(review.created_at)}
          {review.updated_at && `, changed ${formatDate(review.updated_at)}`}
        </p>
        <p>{review.body}</p>
        <div class="actions">
          <Button
            kind="quiet"
            size="small"
            aria-label={`Edit review of ${product.title}`}
            onClick={() => setOpen("edit")}
          >
            Edit review
          </Button>
          <Button
            kind="quiet"
            size="small"
            aria-label={`Delete review of ${product.title}`}
            onClick={() => setOpen("delete")}
          >
            Delete review
          </Button>
        </div>
        <Problem error={writer.error} />
        <ReviewDialog product={product} review={review} open={open === "edit"} onClose={() => setOpen(null)} />
        <ConfirmDialog
          title="Delete this review?"
          text={`Your review of ${product.title} will no longer be shown.`}
          confirm="Delete the review"
          open={open === "delete"}
          writer={writer}
          onConfirm={() => void remove()}
          onClose={() => setOpen(null)}
        />
      </ProductLine>
    </li>
  );
}

export function MyReviewsPage() {
  const waiting = useReading("to-review", listToReview);
  const written = useReading("my-reviews", listMyReviews);
  return (
    <AccountPage title="Your reviews" lead="Of things you bought here, once each.">
      <section class="panel stack" aria-label="Waiting for your review">
        <h2>Waiting for your review</h2>
        <Loaded reading={waiting}>
          {(list) =>
            list.items.length ? (
              <ul>
                {list.items.map((product) => (
                  <Waiting key={product.id} product={product} />
                ))}
              </ul>
            ) : (
              <p class="muted">You have reviewed everything you bought.</p>
            )
          }
        </Loaded>
      </section>
      <section class="panel stack" aria-label="Reviews you wrote">
        <h2>Reviews you wrote</h2>
        <Loaded reading={written}>
          {(list) =>
            list.items.length ? (
              <ul>
                {list.items.map((review) => (
                  <Written key={review.id} review={review} />
                ))}
              </ul>
            ) : (
              <p class="muted">No reviews yet.</p>
            )
          }
        </Loaded>
      </section>
    </AccountPage>
  );
}
