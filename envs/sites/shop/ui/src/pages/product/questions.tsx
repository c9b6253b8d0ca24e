import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, TextArea, TextField } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { useState } from "preact/hooks";
import { askQuestion, deleteQuestion, listQuestions } from "../../api/endpoints";
import type { Product, Question } from "../../api/types";

function Ask({ product }: { product: Product }) {
  const [text, setText] = useState("");
  const writer = useWriter();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => askQuestion(product.slug, text.trim()), "Your question was sent")) setText("");
  };
  return (
    <form class="panel stack" onSubmit={(event) => void submit(event)}>
      <h2>Ask a question</h2>
      <TextArea
        label="Your question"
        name="question"
        value={text}
        onValue={setText}
        rows={3}
        maxLength={300}
        required
        hint="10 to 300 characters. The maker or someone who owns it will answer."
        error={writer.error}
      />
      <Problem error={writer.error} />
      <Button kind="primary" type="submit" disabled={writer.busy || !text.trim()}>
        Send question
      </Button>
    </form>
  );
}

function OneQuestion({ question }: { question: Question }) {
  const writer = useWriter();
  return (
    <article class="review stack" style={{ "--gap": "8px" }} aria-label={`Question: ${question.question}`}>
      <h3>{question.question}</h3>
      <p class="muted small">
        Asked by {question.mine ? "you" : question.asked_by}, {formatDate(question.asked_at)}
      </p>
      {question.answers.map((answer) => (
        <div key={answer.body} class="note">
          <p>{answer.body}</p>
          <p class="small">
            {answer.by}
            {answer.seller && " (seller)"}, {formatDate(answer.at)}
          </p>
        </div>
      ))}
      {question.answers.length === 0 && <p class="muted small">Not answered yet.</p>}
      {question.mine && question.answers.length === 0 && (
        <div>
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Delete your question: ${question.question}`}
            onClick={() => void writer.run(() => deleteQuestion(question.id), "Your question was deleted")}
          >
            Delete question
          </Button>
        </div>
      )}
      <Problem error={writer.error} />
    </article>
  );
}

export function Questions({ product }: { product: Product }) {
  const [words, setWords] = useState("");
  const reading = useReading(`questions:${product.id}:${words}`, () => listQuestions(product.slug, words), {
    keep: true,
  });
  return (
    <div class="columns">
      <div class="stack">
        <h2>Questions and answers</h2>
        <TextField label="Search questions and answers" name="search" value={words} onValue={setWords} type="search" />
        <Loaded reading={reading}>
          {(list) => (
            <div>
              {list.items.length === 0 && <p class="muted">No questions to show.</p>}
              {list.items.map((question) => (
                <OneQuestion key={question.id} question={question} />
              ))}
            </div>
          )}
        </Loaded>
      </div>
      <Ask product={product} />
    </div>
  );
}
