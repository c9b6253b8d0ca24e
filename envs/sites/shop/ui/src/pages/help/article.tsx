import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { Breadcrumbs, Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useRoute } from "preact-iso";
import { getArticle } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Article } from "../../api/types";
import { usePageTitle } from "../../site";
import { ArticleList } from "./centre";
import "../account/account.css";

function Text({ article }: { article: Article }) {
  return (
    <article class="panel stack">
      <div>
        <h1>{article.title}</h1>
        <p class="muted small">
          {article.topic} · Updated on {formatDate(article.updated)}
        </p>
      </div>
      <div class="prose">
        {article.body.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </article>
  );
}

function More({ article }: { article: Article }) {
  return (
    <aside class="stack" aria-label="More help">
      {article.related.length > 0 && (
        <>
          <h2>Related articles</h2>
          <ArticleList articles={article.related} label="Related articles" />
        </>
      )}
      <div class="panel stack" style={{ "--gap": "10px" }}>
        <h2>Still stuck?</h2>
        <p class="muted">People in Bristol read every message and answer within a working day.</p>
        <ButtonLink kind="soft" href={links.contact}>
          Write to us
        </ButtonLink>
      </div>
    </aside>
  );
}

export function ArticlePage() {
  const slug = useRoute().params.slug ?? "";
  const reading = useReading(`article:${slug}`, () => getArticle(slug));
  const article = reading.data;
  usePageTitle(article?.title ?? "Help");
  const topic = article && {
    text: article.topic,
    href: `${links.help}?topic=${encodeURIComponent(article.topic)}`,
  };
  return (
    <div class="page stack">
      <Breadcrumbs
        crumbs={[
          { text: "Home", href: links.home },
          { text: "Help centre", href: links.help },
          ...(topic ? [topic] : []),
          { text: article?.title ?? "Article" },
        ]}
      />
      <Loaded reading={reading}>
        {(found) => (
          <div class="columns">
            <Text article={found} />
            <More article={found} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
