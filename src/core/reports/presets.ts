/** Named date ranges, such as last_month, for a day and a time zone. Pure. */
import { localDate } from "../../values/local-time.ts";

export const PRESETS = [
  "today",
  "yesterday",
  "last_7_days",
  "this_month",
  "last_month",
  "this_year",
] as const;
export type Preset = (typeof PRESETS)[number];

/** Both days are included. */
export interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

type PresetRange = (today: Temporal.PlainDate) => Days;

const PRESET_RANGES: Readonly<Record<Preset, PresetRange>> = {
  today: (today) => ({ first: today, last: today }),
  yesterday: (today) => oneDay(today.subtract({ days: 1 })),
  last_7_days: (today) => ({ first: today.subtract({ days: 6 }), last: today }),
  this_month: (today) => ({ first: today.with({ day: 1 }), last: today }),
  last_month: (today) => {
    const first = today.with({ day: 1 }).subtract({ months: 1 });
    return { first, last: first.add({ months: 1 }).subtract({ days: 1 }) };
  },
  this_year: (today) => ({ first: today.with({ month: 1, day: 1 }), last: today }),
};

export function presetDays(preset: Preset, now: Temporal.Instant, timeZone: string): Days {
  return PRESET_RANGES[preset](localDate(now, timeZone));
}

function oneDay(day: Temporal.PlainDate): Days {
  return { first: day, last: day };
}
