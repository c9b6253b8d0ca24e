/** Line icons of the interface, drawn on a 24-unit grid. */
const PATHS = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20",
  cart: "M3 4h2.2l2.3 11.2h10.2L20 7.5H6M9 19.6h.01M16.5 19.6h.01",
  heart: "M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10Z",
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.5 1.500h-15ZM10 20.500h4",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.8 3.8-5.5 7.5-5.500s6.7 1.7 7.5 5.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5 10 17.5 19.5 7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  left: "M14.5 6 8.5 12l6 6",
  right: "M9.5 6l6 6-6 6",
  down: "M6 9.500l6 6 6-6",
  calendar: "M5 6h14v14H5ZM5 10h14M9 3.500V7M15 3.500V7",
  truck:
    "M3 6h11v10H3ZM14 10h4l3 3v3h-7M7.5 19a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM17 19a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
  box: "M4 8l8-4 8 4v8l-8 4-8-4ZM4 8l8 4 8-4M12 12v8",
  return: "M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3",
  gift: "M4 11h16v9H4ZM3 7.500h18V11H3ZM12 7.500V20M12 7.500C9 7.5 7 6.5 7.5 4.8 8.2 3 11 4 12 7.500c1-3.5 3.8-4.5 4.5-2.7.5 1.7-1.5 2.7-4.5 2.700Z",
  card: "M3 6h18v12H3ZM3 10h18M6.5 14.500h4",
  pin: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11ZM12 12.300a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600Z",
  repeat: "M5 11a7 7 0 0 1 12-4.500L19 8.500M19 4v4.500h-4.500M19 13a7 7 0 0 1-12 4.500L5 15.500M5 20v-4.500h4.5",
  tag: "M4 4h8l8 8-8 8-8-8ZM8.2 8.200h.01",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.500a2.5 2.5 0 1 1 3.6 2.200c-.8.4-1.1 1-1.1 1.800M12 16.800h.01",
  star: "M12 3.500l2.6 5.4 5.9.8-4.3 4.1 1.1 5.900L12 16.900l-5.3 2.8 1.1-5.900L3.5 9.700l5.9-.8Z",
  thumb:
    "M7 11v9H4v-9ZM7 11l4-7.500c1.5 0 2.5 1 2.2 2.600L12.7 9.500H19c1 0 1.7 1 1.4 2l-1.9 7c-.2.9-1 1.5-1.9 1.500H7",
  bin: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5.500M13.5 11v5.5",
  edit: "M4 20l1-4L16.5 4.500l3 3L8 19Z",
  grid: "M4 4h6.500v6.500H4ZM13.5 4H20v6.500h-6.500ZM4 13.500h6.500V20H4ZM13.5 13.500H20V20h-6.500Z",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.300l3.5 2",
  shield: "M12 3l7 2.500V11c0 5-3 8.2-7 10-4-1.8-7-5-7-10V5.500ZM9 12l2.2 2.200L15.5 10",
  swap: "M4 8h14l-3.5-3.500M20 16H6l3.5 3.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width="1.7"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
