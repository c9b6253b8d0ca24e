import { render } from "preact";
import { describe, expect, test } from "vitest";
import { DRAWINGS, ProductArt, VIEWS } from "../src/art/index";
import { lightness, mix, paletteOf } from "../src/art/palette";

const NAMES = `desk-lamp floor-lamp pendant string-lights bulb lantern sconce night-light
kettle pan knife mixer coffee-maker mug plate storage-jar
headphones earbuds speaker turntable soundbar microphone cable radio
desk chair keyboard mouse monitor-arm notebook pen organiser
tent backpack bottle stove sleeping-bag jacket torch hammock
duvet pillow towel bath-mat sheet blanket robe basket
board-game puzzle plush blocks kite train cards craft-kit
trowel planter hose secateurs seeds drill hammer bird-feeder`.split(/\s+/);

describe("drawings", () => {
  test("every icon of the catalogue is drawn, and none besides", () => {
    expect(Object.keys(DRAWINGS).sort()).toEqual([...NAMES].sort());
  });

  test.each(NAMES)("%s has shapes of numbers only", (name) => {
    const drawing = DRAWINGS[name] ?? [];
    expect(drawing.length).toBeGreaterThan(3);
    for (const [, path] of drawing) expect(path).toMatch(/^M[-MLHVCSQAZmlhvcsqaz0-9 .,]+$/);
  });

  test("an unknown icon shows a parcel, not nothing", () => {
    const place = document.createElement("div");
    render(<ProductArt icon="zeppelin" tone="#c94f3a" />, place);
    expect(place.querySelectorAll("path").length).toBeGreaterThan(2);
  });

  test("a picture with a text is an image by that name, without one decoration", () => {
    const place = document.createElement("div");
    render(<ProductArt icon="kettle" tone="#c94f3a" alt="Kettle, front" view={VIEWS[0]?.view} />, place);
    expect(place.querySelector("svg")?.getAttribute("aria-label")).toBe("Kettle, front");
    render(<ProductArt icon="kettle" tone="#c94f3a" />, place);
    expect(place.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("colours", () => {
  test("mixing goes from the first colour to the second", () => {
    expect(mix("#000000", "#ffffff", 0)).toBe("#000000");
    expect(mix("#000000", "#ffffff", 1)).toBe("#ffffff");
  });

  test.each(["#2b2b2e", "#f1ead9", "#c94f3a", "#ffffff", "#000000", "nonsense"])(
    "%s stands out from its backdrop",
    (tone) => {
      const { inks, top } = paletteOf(tone);
      expect(Math.abs(lightness(inks.a) - lightness(top))).toBeGreaterThan(0.12);
    },
  );
});
