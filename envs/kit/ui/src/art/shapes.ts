/** The small language in which the pictures are drawn, on a square of 200 units with the ground at y = 168. */

/**
 * Colours of a drawing, derived from the product's tone: `a` the tone, `b` darker, `c` lighter, `k` near black,
 * `w` near white, `m` metal, `n` dark metal, `y` warm light, `g` leaf green, `h` a veil of white, `s` a veil of shade.
 */
export type Ink = "a" | "b" | "c" | "k" | "w" | "m" | "n" | "y" | "g" | "h" | "s";

/** A filled path, or a stroked one where a width is given. */
export type Shape = readonly [ink: Ink, path: string, width?: number];
export type Drawing = readonly Shape[];

export const circle = (x: number, y: number, r: number): string => ellipse(x, y, r, r);

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0Z`;

export const box = (x: number, y: number, w: number, h: number, r = 0): string =>
  r === 0
    ? `M${x} ${y}h${w}v${h}h${-w}Z`
    : `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

/** The same path at several places. */
export const many = (places: readonly (readonly [number, number])[], draw: (x: number, y: number) => string): string =>
  places.map(([x, y]) => draw(x, y)).join("");
