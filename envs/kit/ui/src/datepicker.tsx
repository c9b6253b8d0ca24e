import * as zag from "@zag-js/date-picker";
import { normalizeProps, useMachine } from "@zag-js/preact";
import { useId } from "preact/hooks";
import { formatDate, today } from "./clock";
import { Icon } from "./icons";
import { Portal } from "./portal";

interface Props {
  label: string;
  /** Days as "2027-03-12"; "" is none chosen. */
  value: string;
  onValue: (day: string) => void;
  min: string;
  max: string;
  closed?: readonly string[];
  hint?: string;
  name?: string;
}

/** "14/03/2027", "14 March 2027" or "2027-03-14" as a day; undefined for anything else. Pure. */
export function readDay(text: string): string | undefined {
  const tidy = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(tidy);
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(tidy);
  if (local) return checked(Number(local[3]), Number(local[2]), Number(local[1]));
  const words = /^(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(tidy);
  if (!words) return undefined;
  const month = MONTHS.findIndex((name) => name.startsWith((words[2] ?? "").toLowerCase()));
  return month < 0 ? undefined : checked(Number(words[3]), month + 1, Number(words[1]));
}

/** The day of a text that is whole as it stands, while it is typed: a last digit might still follow "2027-03-1". Pure. */
export function typedDay(text: string): string | undefined {
  return /-\d$/.test(text.trim()) ? undefined : readDay(text);
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function checked(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

function Calendar({ api }: { api: zag.Api }) {
  return (
    <div {...api.getContentProps()} class="popover calendar">
      <div class="head">
        <button {...api.getPrevTriggerProps()} class="icon-btn" aria-label="Previous month">
          <Icon name="left" />
        </button>
        <strong aria-live="polite">{api.visibleRangeText.start}</strong>
        <button {...api.getNextTriggerProps()} class="icon-btn" aria-label="Next month">
          <Icon name="right" />
        </button>
      </div>
      <table {...api.getTableProps()}>
        <thead {...api.getTableHeaderProps()}>
          <tr {...api.getTableRowProps()}>
            {api.weekDays.map((day) => (
              <th key={day.long} scope="col" aria-label={day.long}>
                {day.short.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...api.getTableBodyProps()}>
          {api.weeks.map((week) => (
            <tr key={week[0]?.toString()} {...api.getTableRowProps()}>
              {week.map((day) => (
                <td key={day.toString()} {...api.getDayTableCellProps({ value: day })}>
                  <div {...api.getDayTableCellTriggerProps({ value: day })}>{day.day}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A day, typed or picked from a calendar. Days outside the limits and closed days cannot be picked. */
export function DatePicker({ label, value, onValue, min, max, closed = [], hint, name }: Props) {
  const id = useId();
  const service = useMachine(zag.machine, {
    id,
    name,
    locale: "en-GB",
    timeZone: "UTC",
    startOfWeek: 1,
    fixedWeeks: true,
    value: value ? [zag.parse(value)] : [],
    defaultFocusedValue: zag.parse(value || min || today()),
    min: zag.parse(min),
    max: zag.parse(max),
    placeholder: "dd/mm/yyyy",
    positioning: { placement: "bottom-start", gutter: 6 },
    isDateUnavailable: (date) => closed.includes(date.toString()),
    format: (date) => formatDate(date.toString(), "numeric"),
    parse: (text) => {
      const day = readDay(text);
      return day ? zag.parse(day) : undefined;
    },
    translations: {
      trigger: (open) => `${open ? "Close" : "Open"} calendar: ${label}`,
      content: `Calendar: ${label}`,
      dayCell: (cell) => formatDate(cell.value.toString(), "day") + (cell.unavailable ? ", not available" : ""),
    },
    onValueChange: (details) => onValue(details.value[0]?.toString() ?? ""),
  });
  const api = zag.connect(service, normalizeProps);
  const input = api.getInputProps() as { onInput?: (event: Event) => void };
  const typed = (event: Event) => {
    input.onInput?.(event);
    const day = typedDay((event.currentTarget as HTMLInputElement).value);
    if (day && day >= min && day <= max && !closed.includes(day)) api.setValue([zag.parse(day)]);
  };
  return (
    <div {...api.getRootProps()} class="field date-picker">
      <label {...api.getLabelProps()}>{label}</label>
      <div {...api.getControlProps()} class="control">
        <input
          {...(input as object)}
          onInput={typed}
          class="input"
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <button {...api.getTriggerProps()} class="btn">
          <Icon name="calendar" />
        </button>
      </div>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {api.open && (
        <Portal>
          <div {...api.getPositionerProps()}>
            <Calendar api={api} />
          </div>
        </Portal>
      )}
    </div>
  );
}
