/** Pictures of products, drawn from an icon name and a tone. */
import { useId, useMemo } from "preact/hooks";
import { AUDIO } from "./audio";
import { BED_BATH } from "./bedbath";
import { GARDEN } from "./garden";
import { KITCHEN } from "./kitchen";
import { LIGHTING } from "./lighting";
import { OFFICE } from "./office";
import { OUTDOORS } from "./outdoors";
import { type Palette, paletteOf } from "./palette";
import type { Drawing } from "./shapes";
import { TOYS } from "./toys";

export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  ...LIGHTING,
  ...KITCHEN,
  ...AUDIO,
  ...OFFICE,
  ...OUTDOORS,
  ...BED_BATH,
  ...TOYS,
  ...GARDEN,
};

/** A plain parcel, for a picture that nobody has drawn. */
const PARCEL: Drawing = [
  ["s", "M30 168h140v6H30Z"],
  ["a", "M40 70h120v96H40Z"],
  ["c", "M40 70h120v22H40Z"],
  ["w", "M90 70h20v96H90Z"],
];

export type View = "front" | "side" | "detail" | "room";

export const VIEWS: readonly { view: View; name: string }[] = [
  { view: "front", name: "front" },
  { view: "side", name: "other side" },
  { view: "detail", name: "close up" },
  { view: "room", name: "at home" },
];

const MOVES: Record<View, string> = {
  front: "translate(12 8) scale(.88)",
  side: "translate(188 12) scale(-.86 .86) rotate(-3 100 100)",
  detail: "translate(-86 -62) scale(1.78)",
  room: "translate(54 62) scale(.56)",
};

function Room({ palette }: { palette: Palette }) {
  return (
    <>
      <path d="M0 0h200v156H0Z" fill={palette.top} />
      <path d="M22 18h58v74H22Z" fill="#fff" opacity=".55" />
      <path d="M51 18v74M22 55h58" stroke={palette.bottom} stroke-width="3" />
      <path d="M146 34h34v44h-34Z" fill={palette.inks.c} opacity=".7" />
      <path d="M0 152h200v48H0Z" fill={palette.inks.b} opacity=".55" />
      <path d="M0 152h200v5H0Z" fill="#fff" opacity=".35" />
    </>
  );
}

function Shapes({ drawing, palette }: { drawing: Drawing; palette: Palette }) {
  return (
    <>
      {drawing.map(([ink, path, width]) =>
        width ? (
          <path
            key={path}
            d={path}
            fill="none"
            stroke={palette.inks[ink]}
            stroke-width={width}
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        ) : (
          <path key={path} d={path} fill={palette.inks[ink]} opacity={ink === "y" ? 0.8 : undefined} />
        ),
      )}
    </>
  );
}

interface Props {
  icon: string;
  tone: string;
  view?: View;
  /** Text for those who do not see it; without it the picture is decoration. */
  alt?: string;
}

export function ProductArt({ icon, tone, view = "front", alt }: Props) {
  const id = useId();
  const palette = useMemo(() => paletteOf(tone), [tone]);
  const drawing = DRAWINGS[icon] ?? PARCEL;
  const named = alt ? ({ role: "img", "aria-label": alt } as const) : ({ "aria-hidden": "true" } as const);
  return (
    <svg class="art" viewBox="0 0 200 200" {...named} focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stop-color={palette.top} />
          <stop offset="1" stop-color={palette.bottom} />
        </linearGradient>
      </defs>
      <rect width="200" height="200" fill={`url(#${id})`} />
      {view === "room" ? <Room palette={palette} /> : <circle cx="148" cy="46" r="62" fill="#fff" opacity=".22" />}
      <g transform={MOVES[view]}>
        <Shapes drawing={drawing} palette={palette} />
      </g>
    </svg>
  );
}
