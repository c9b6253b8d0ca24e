import { describe, expect, test } from "vitest";
import { addDays, dayOf, formatDate, nearDay, now, setNow, today } from "../src/clock";
import { readDay, typedDay } from "../src/datepicker";

describe("dates", () => {
  test("instants are shown in the account's zone, whatever the browser's is", () => {
    expect(formatDate("2027-07-01T23:30:00Z", "datetime")).toBe("2 Jul 2027, 00:30");
    expect(formatDate("2027-01-01T23:30:00Z", "date")).toBe("1 January 2027");
  });

  test("a calendar day is that day", () => {
    expect(formatDate("2027-03-12", "day")).toBe("Friday 12 March");
    expect(formatDate("2027-03-12", "numeric")).toBe("12/03/2027");
  });

  test("what is no date is shown as it is", () => {
    expect(formatDate("soon")).toBe("soon");
  });

  test("the account's day changes at its own midnight", () => {
    expect(dayOf(new Date("2027-06-30T23:30:00Z"))).toBe("2027-07-01");
    expect(dayOf(new Date("2027-12-31T23:50:00Z"))).toBe("2027-12-31");
  });

  test("days are counted over month ends and clock changes", () => {
    expect(addDays("2027-03-27", 2)).toBe("2027-03-29");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  });
});

describe("now", () => {
  test("is what the server said last; nonsense changes nothing", () => {
    setNow("2027-03-10T09:40:00+00:00");
    setNow("yesterday");
    setNow(null);
    expect(now().toISOString()).toBe("2027-03-10T09:40:00.000Z");
    expect(today()).toBe("2027-03-10");
    expect(nearDay("2027-03-11")).toBe("tomorrow");
    expect(nearDay("2027-03-20")).toBeNull();
  });
});

describe("typed days", () => {
  test.each([
    ["14/03/2027", "2027-03-14"],
    ["4.3.2027", "2027-03-04"],
    ["2027-03-14", "2027-03-14"],
    ["14 March 2027", "2027-03-14"],
    ["14 mar 2027", "2027-03-14"],
  ])("%s is understood", (text, day) => expect(readDay(text)).toBe(day));

  test.each(["", "tomorrow", "31/02/2027", "14/13/2027", "14/3", "14 Foo 2027"])("%s is not a day", (text) =>
    expect(readDay(text)).toBeUndefined(),
  );

  test.each([
    ["14/03/2027", "2027-03-14"],
    ["2027-03-14", "2027-03-14"],
    ["2027-03-1", undefined],
    ["14/03/202", undefined],
    ["14 March 202", undefined],
  ])("%s while it is typed", (text, day) => expect(typedDay(text)).toBe(day));
});
