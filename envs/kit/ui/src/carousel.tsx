import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icons";

interface Slide {
  name: string;
  content: (size: "large" | "small") => ComponentChildren;
}

/** One picture at a time, with arrows and small pictures to choose from. */
export function Carousel({ label, slides }: { label: string; slides: readonly Slide[] }) {
  const [at, setAt] = useState(0);
  const slide = slides[at] ?? slides[0];
  const turn = (by: number) => setAt((at + by + slides.length) % slides.length);
  return (
    <section class="carousel" aria-roledescription="carousel" aria-label={label}>
      <div class="stage-box" style={{ position: "relative" }}>
        <div
          class="stage"
          role="group"
          aria-roledescription="slide"
          aria-label={`${at + 1} of ${slides.length}: ${slide?.name}`}
        >
          {slide?.content("large")}
        </div>
        {slides.length > 1 && (
          <>
            <button type="button" class="icon-btn turn prev" aria-label="Previous picture" onClick={() => turn(-1)}>
              <Icon name="left" />
            </button>
            <button type="button" class="icon-btn turn next" aria-label="Next picture" onClick={() => turn(1)}>
              <Icon name="right" />
            </button>
          </>
        )}
      </div>
      {slides.length > 1 && (
        <div class="thumbs">
          {slides.map((one, index) => (
            <button
              key={one.name}
              type="button"
              aria-label={`Show picture: ${one.name}`}
              aria-current={index === at ? "true" : undefined}
              onClick={() => setAt(index)}
            >
              {one.content("small")}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
