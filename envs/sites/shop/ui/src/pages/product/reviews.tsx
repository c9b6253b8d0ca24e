import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Checkbox, Problem, SelectField } from "@kit/fields";
import { Icon } from "@kit/icons";
import { plural } from "@kit/money";
import { Loaded, Stars } from "@kit/pieces";
import { useState } from "preact/hooks";
import { deleteReview, listReviews, unvoteHelpful, voteHelpful } from "../../api/endpoints";
import type { Product, Review, ReviewPage, ReviewSort } from "../../api/types";
import { ReviewDialog } from "../../parts/review-dialog";

const SORTS: readonly { value: ReviewSort; label: string }[] = [
  { value: "helpful", label: "Most helpful" },
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "highest", label: "Highest rated" },
  { value: "lowest", label: "Lowest rated" },
];

interface Asked {
  sort: ReviewSort;
  stars: number;
  verified: boolean;
  page: number;
}

function Histogram({ page, asked, onStars }: { page: ReviewPage; asked: Asked; onStars: (stars: number) => void }) {
  const most = Math.max(1, ...Object.values(page.stars));
  return (
    <div class="stack" style={{ "--gap": "10px" }}>
      <h2>Customer reviews</h2>
      <Stars value={page.average} />
      <div class="histogram">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = page.stars[String(stars)] ?? 0;
          return (
            <>
              <button
                type="button"
                class="btn quiet small"
                aria-pressed={asked.stars === stars}
                onClick={() => onStars(asked.stars === stars ? 0 : stars)}
              >
                {plural(stars, "star")}
              </button>
              <div class="meter">
                <span style={{ width: `${(count / most) * 100}%` }} />
              </div>
              <span class="muted num">{count}</span>
            </>
          );
        })}
      </div>
    </div>
  );
}

function OwnActions({ review, product }: { review: Review; product: Product }) {
  const [editing, setEditing] = useState(false);
  const writer = useWriter();
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
        Edit your review
      </Button>
      <Button
        kind="quiet"
        size="small"
        disabled={writer.busy}
        onClick={() => void writer.run(() => deleteReview(review.id), "Your review was deleted")}
      >
        Delete your review
      </Button>
      <Problem error={writer.error} />
      <ReviewDialog product={product} review={review} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function Helpful({ review }: { review: Review }) {
  const writer = useWriter();
  const vote = () =>
    void writer.run(
      () => (review.voted ? unvoteHelpful(review.id) : voteHelpful(review.id)),
      review.voted ? "Vote taken back" : "Marked as helpful",
    );
  return (
    <>
      <button
        type="button"
        class="btn quiet small"
        aria-pressed={review.voted}
        aria-label={`Helpful: review “${review.title}” by ${review.author}`}
        disabled={writer.busy}
        onClick={vote}
      >
        <Icon name="thumb" filled={review.voted} /> Helpful ({review.helpful})
      </button>
      <Problem error={writer.error} />
    </>
  );
}

function OneReview({ review, product }: { review: Review; product: Product }) {
  return (
    <article class="review stack" style={{ "--gap": "6px" }} aria-label={`Review by ${review.author}: ${review.title}`}>
      <div class="row" style={{ "--gap": "10px" }}>
        <Stars value={review.stars} plain />
        <h3>{review.title}</h3>
      </div>
      <p class="muted small">
        {review.mine ? "You" : review.author}, {formatDate(review.created_at)}{" "}
        {review.verified && <span class="badge good">Verified purchase</span>}
      </p>
      <p class="prose">{review.body}</p>
      <div class="row" style={{ "--gap": "4px" }}>
        {review.mine ? <OwnActions review={review} product={product} /> : <Helpful review={review} />}
      </div>
    </article>
  );
}

function Turn({ page, onPage }: { page: ReviewPage; onPage: (page: number) => void }) {
  if (page.pages <= 1) return null;
  return (
    <div class="row">
      <Button size="small" disabled={page.page <= 1} onClick={() => onPage(page.page - 1)}>
        Previous reviews
      </Button>
      <span class="muted small">
        Page {page.page} of {page.pages}
      </span>
      <Button size="small" disabled={page.page >= page.pages} onClick={() => onPage(page.page + 1)}>
        More reviews
      </Button>
    </div>
  );
}

export function Reviews({ product }: { product: Product }) {
  const [asked, setAsked] = useState<Asked>({ sort: "helpful", stars: 0, verified: false, page: 1 });
  const [writing, setWriting] = useState(false);
  const change = (part: Partial<Asked>) => setAsked({ ...asked, page: 1, ...part });
  const search = { ...asked, stars: asked.stars || undefined };
  const reading = useReading(
    `reviews:${product.id}:${JSON.stringify(search)}`,
    () => listReviews(product.slug, search),
    {
      keep: true,
    },
  );
  return (
    <Loaded reading={reading}>
      {(page) => (
        <div class="sidebar-left">
          <div class="stack">
            <Histogram page={page} asked={asked} onStars={(stars) => change({ stars })} />
            {product.can_review && (
              <Button kind="primary" onClick={() => setWriting(true)}>
                Write a review
              </Button>
            )}
            {!product.can_review && !product.my_review && (
              <p class="muted small">You can review what you bought here once it has been delivered.</p>
            )}
          </div>
          <div class="stack">
            <div class="row between">
              <SelectField
                label="Sort reviews by"
                name="sort"
                value={asked.sort}
                onValue={(sort) => change({ sort: sort as ReviewSort })}
                options={SORTS}
              />
              <Checkbox
                label="Verified purchases only"
                checked={asked.verified}
                onChecked={(verified) => change({ verified })}
              />
            </div>
            {asked.stars > 0 && (
              <p class="small">
                Only {plural(asked.stars, "star")}.{" "}
                <Button kind="quiet" size="small" onClick={() => change({ stars: 0 })}>
                  Show all reviews
                </Button>
              </p>
            )}
            <div>
              {page.items.length === 0 && <p class="muted">No reviews to show.</p>}
              {page.items.map((review) => (
                <OneReview key={review.id} review={review} product={product} />
              ))}
            </div>
            <Turn page={page} onPage={(one) => change({ page: one })} />
          </div>
          <ReviewDialog product={product} open={writing} onClose={() => setWriting(false)} />
        </div>
      )}
    </Loaded>
  );
}
