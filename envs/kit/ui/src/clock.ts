/**
 * The account's clock and calendar. "Now" is what the server said last; dates are shown in the account's own
 * time zone whatever the browser's is.
 */
let current: Date | null = null;

/** Account time zone and language of dates; a site sets them once when it starts. */
const settings = { zone: "Europe/London", locale: "en-GB" };

export function configureClock(zone: string, locale: string): void {
  settings.zone = zone;
  settings.locale = locale;
}

/** Takes an ISO instant from an answer; ignores what is absent or no instant. */
export function setNow(iso: string | null): void {
  if (!iso) return;
  const parsed = new Date(iso);
  if (!Number.isNaN(parsed.getTime())) current = parsed;
}

/** The server's last word on the time; the epoch before its first answer. */
export function now(): Date {
  return current ?? new Date(0);
}

export type DateStyle = "date" | "short" | "weekday" | "day" | "time" | "datetime" | "month" | "numeric";

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "short", day: "numeric", month: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  datetime: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  month: { month: "long", year: "numeric" },
  numeric: { day: "2-digit", month: "2-digit", year: "numeric" },
};

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** Shows an instant in the account's zone, or a calendar day ("2027-03-12") as that very day. */
export function formatDate(value: string | Date, style: DateStyle = "date"): string {
  const dayOnly = typeof value === "string" && DAY_ONLY.test(value);
  const date = typeof value === "string" ? new Date(dayOnly ? `${value}T12:00:00Z` : value) : value;
  if (Number.isNaN(date.getTime())) return String(value);
  const zone = dayOnly ? "UTC" : settings.zone;
  return new Intl.DateTimeFormat(settings.locale, { ...STYLES[style], timeZone: zone }).format(date);
}

/** The calendar day of an instant in the account's zone, as "2027-03-10". */
export function dayOf(instant: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: settings.zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return parts.format(instant);
}

export function today(): string {
  return dayOf(now());
}

/** Adds days to a calendar day. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** "today", "tomorrow", "yesterday" or null, of a calendar day. */
export function nearDay(day: string): string | null {
  if (day === today()) return "today";
  if (day === addDays(today(), 1)) return "tomorrow";
  if (day === addDays(today(), -1)) return "yesterday";
  return null;
}
