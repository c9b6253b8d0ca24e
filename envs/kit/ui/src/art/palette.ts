/** Colours around a tone. Pure arithmetic on "#rrggbb". */
import type { Ink } from "./shapes";

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!found) return [128, 140, 138];
  return [
    Number.parseInt(found[1] ?? "80", 16),
    Number.parseInt(found[2] ?? "8c", 16),
    Number.parseInt(found[3] ?? "8a", 16),
  ];
}

function show(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** `share` of the second colour in the first, 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [parse(first), parse(second)];
  return show([0, 1, 2].map((part) => (a[part] ?? 0) * (1 - share) + (b[part] ?? 0) * share) as unknown as Rgb);
}

/** Perceived lightness, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [r, g, b] = parse(hex);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

export interface Palette {
  inks: Record<Ink, string>;
  top: string;
  bottom: string;
}

/** Inks and backdrop of a picture. Light things stand before a deeper backdrop, dark ones before a pale one. */
export function paletteOf(tone: string): Palette {
  const light = lightness(tone);
  const dark = light < 0.22;
  const pale = light > 0.72;
  const inks: Record<Ink, string> = {
    a: dark ? mix(tone, "#ffffff", 0.08) : tone,
    b: mix(tone, dark ? "#ffffff" : "#10201e", dark ? 0.2 : 0.3),
    c: mix(tone, "#ffffff", dark ? 0.42 : 0.46),
    k: mix("#1d2827", tone, 0.12),
    w: mix("#fbf9f4", tone, 0.06),
    m: mix("#b4bcbb", tone, 0.08),
    n: mix("#717c7b", tone, 0.1),
    y: "#ffe3a0",
    g: mix("#5d8a54", tone, 0.1),
    h: "rgb(255 255 255 / 0.34)",
    s: "rgb(18 28 27 / 0.16)",
  };
  const base = pale ? mix(tone, "#8aa39b", 0.56) : mix(tone, "#eef0ec", 0.8);
  return {
    inks,
    top: mix(base, "#ffffff", pale ? 0.2 : 0.45),
    bottom: pale ? mix(base, "#4b5f5d", 0.16) : mix(base, tone, 0.16),
  };
}
