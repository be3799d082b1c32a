/** Local times of IANA zones and fixed offsets, for the model. Uses no product code. */

/** The local time as `YYYY-MM-DD HH:MM:SS`. */
export type Clock = (moment: string) => string;

export function zoneClock(zone: string): Clock {
  return (moment) => written(Temporal.Instant.from(moment).toZonedDateTimeISO(zone));
}

/** A fixed offset has the form `+05:30`. */
export function offsetClock(offset: string): Clock {
  return zoneClock(offset);
}

function written(time: Temporal.ZonedDateTime): string {
  return time.toPlainDateTime().toString({ fractionalSecondDigits: 0 }).replace("T", " ");
}

type Emails = readonly [standard: string, summer: string];

/** Zones with their abbreviations. In Havana one day a year starts at 01:00. */
const ZONES: Readonly<Record<string, Emails>> = {
  "America/New_York": ["EST", "EDT"],
  "America/Chicago": ["CST", "CDT"],
  "America/Denver": ["MST", "MDT"],
  "America/Los_Angeles": ["PST", "PDT"],
  "America/Phoenix": ["MST", "MST"],
  "America/St_Johns": ["NST", "NDT"],
  "America/Havana": ["CST", "CDT"],
  "Europe/London": ["GMT", "BST"],
  "Europe/Paris": ["CET", "+02"],
  "America/Anchorage": ["-09", "-08"],
  "Asia/Kathmandu": ["", ""],
  "Asia/Kolkata": ["IST", "IST"],
  UTC: ["UTC", "UTC"],
};

export const ZONE_NAMES: readonly string[] = Object.keys(ZONES);
export const CENTRAL = "America/Chicago";

/** The abbreviation of a zone at a time. In summer, clocks are ahead of January's. */
export function emailsOf(zone: string, moment: string): string {
  const [standard, summer] = ZONES[zone] ?? ["", ""];
  const time = Temporal.Instant.from(moment).toZonedDateTimeISO(zone);
  const january = time.with({ month: 1, day: 15 });
  return time.offsetNanoseconds > january.offsetNanoseconds ? summer : standard;
}
