import { Button } from "@kit/button";
import { useReading } from "@kit/data";
import { Icon } from "@kit/icons";
import { plural } from "@kit/money";
import { Breadcrumbs, EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink, Link, useGo, usePlace, withQuery } from "@kit/router";
import { useEffect, useState } from "preact/hooks";
import { searchHelp } from "../../api/endpoints";
import { links } from "../../api/links";
import type { ArticleCard, HelpTopic } from "../../api/types";
import { usePageTitle } from "../../site";
import "../account/account.css";

function SearchForm({ asked }: { asked: string }) {
  const { path, query } = usePlace();
  const go = useGo();
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const search = (event: Event) => {
    event.preventDefault();
    go(withQuery(path, query, { q: text.trim() || null, topic: null }));
  };
  return (
    <search>
      <form class="inline-form" onSubmit={search}>
        <div class="field">
          <label for="help-search">Search the help centre</label>
          <input
            id="help-search"
            class="input"
            name="q"
            value={text}
            placeholder="Returns, delivery, gift cards…"
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <Button kind="primary" type="submit">
          <Icon name="search" /> Search help
        </Button>
      </form>
    </search>
  );
}

function Topics({ topics, chosen }: { topics: readonly HelpTopic[]; chosen: string }) {
  const { path, query } = usePlace();
  const to = (topic: string | null) => withQuery(path, query, { topic });
  return (
    <nav class="account-nav" aria-label="Help topics">
      <ul>
        <li>
          <Link href={to(null)} aria-current={chosen ? undefined : "true"}>
            All topics
          </Link>
        </li>
        {topics.map((topic) => (
          <li key={topic.id}>
            <Link href={to(topic.id)} aria-current={chosen === topic.id ? "true" : undefined}>
              {topic.name} ({topic.count})
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Articles as a list of links, each with what it is about. */
export function ArticleList({ articles, label }: { articles: readonly ArticleCard[]; label: string }) {
  return (
    <ul class="panel list-panel article-list" aria-label={label}>
      {articles.map((article) => (
        <li key={article.id}>
          <Link href={links.article(article.slug)}>
            <span class="strong own-line">{article.title}</span>
            <span class="muted small">{article.summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Found({ articles, q, topic }: { articles: readonly ArticleCard[]; q: string; topic: string }) {
  const heading = q ? `Results for “${q}”` : topic || "All articles";
  return (
    <section class="stack" aria-label="Help articles">
      <div class="row between">
        <h2>{heading}</h2>
        <p class="muted small" role="status">
          {plural(articles.length, "article")}
        </p>
      </div>
      {articles.length > 0 ? (
        <ArticleList articles={articles} label={heading} />
      ) : (
        <EmptyState title="No article about that">
          <p class="muted">Try other words, or ask us: we answer within a working day.</p>
          <ButtonLink href={links.contact}>Write to us</ButtonLink>
        </EmptyState>
      )}
    </section>
  );
}

export function HelpPage() {
  const { query } = usePlace();
  const q = query.get("q") ?? "";
  const topic = query.get("topic") ?? "";
  const reading = useReading(`help:${q}:${topic}`, () => searchHelp({ q, topic }), { keep: true });
  usePageTitle("Help centre");
  return (
    <div class="page stack" style={{ "--gap": "24px" }}>
      <Breadcrumbs crumbs={[{ text: "Home", href: links.home }, { text: "Help centre" }]} />
      <section class="help-hero stack" aria-label="Find help">
        <h1>How can we help?</h1>
        <SearchForm asked={q} />
        <p class="row small">
          <Link href={links.orders}>Track or change an order</Link>
          <Link href={links.returns}>Return something</Link>
          <Link href={links.contact}>Write to us</Link>
          <Link href="/messages">Your messages</Link>
        </p>
      </section>
      <Loaded reading={reading}>
        {(result) => (
          <div class="sidebar-left">
            <Topics topics={result.topics} chosen={topic} />
            <Found articles={result.items} q={q} topic={topic} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
