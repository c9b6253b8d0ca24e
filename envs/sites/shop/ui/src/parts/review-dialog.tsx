import { Button } from "@kit/button";
import { useWriter } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Problem, RatingInput, TextArea, TextField } from "@kit/fields";
import { useState } from "preact/hooks";
import { editReview, writeReview } from "../api/endpoints";
import type { Review } from "../api/types";

interface Props {
  product: { slug: string; title: string };
  /** The review to change; without it a new one is written. */
  review?: Review;
  open: boolean;
  onClose: () => void;
}

function ReviewForm({ product, review, onClose }: Props) {
  const [stars, setStars] = useState(review?.stars ?? 0);
  const [title, setTitle] = useState(review?.title ?? "");
  const [body, setBody] = useState(review?.body ?? "");
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    const draft = { stars, title: title.trim(), body: body.trim() };
    const send = () => (review ? editReview(review.id, draft) : writeReview(product.slug, draft));
    if (await writer.run(send, review ? "Your review was changed" : "Thank you, your review was saved")) onClose();
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <RatingInput legend="Your rating" name="stars" value={stars} onValue={setStars} />
      <TextField
        label="Headline"
        name="title"
        value={title}
        onValue={setTitle}
        maxLength={80}
        required
        error={writer.error}
      />
      <TextArea
        label="Your review"
        name="body"
        value={body}
        onValue={setBody}
        rows={6}
        maxLength={2000}
        required
        hint="At least 10 characters. What is it like to live with?"
        error={writer.error}
      />
      <Problem error={writer.error} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={writer.busy || stars === 0}>
          {review ? "Save review" : "Submit review"}
        </Button>
      </div>
    </form>
  );
}

export function ReviewDialog(props: Props) {
  const title = props.review ? `Edit your review of ${props.product.title}` : `Review ${props.product.title}`;
  return (
    <Dialog title={title} open={props.open} onClose={props.onClose}>
      <ReviewForm {...props} />
    </Dialog>
  );
}
