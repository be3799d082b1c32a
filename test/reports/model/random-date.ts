/** Random dates of requests: mostly times of the data set, and some invalid ones. */
import fc from "fast-check";
import { CENTRAL, offsetClock, zoneClock } from "./clocks.ts";
import { add } from "./random-moment.ts";
import type { World } from "./world.ts";

const OFFSETS = ["+00:00", "-05:00", "-06:00", "+05:30", "-03:30", "+14:00", "-12:00"];
const WRITINGS: readonly ((offset: string) => string)[] = [
  (offset) => offset,
  (offset) => offset.replace(":", ""),
  (offset) => (offset.endsWith(":00") ? offset.slice(0, 3) : offset),
  (offset) => (offset === "+00:00" ? "Z" : offset),
  // A + that was not encoded becomes a blank.
  (offset) => offset.replace("+", " "),
];

export interface DateTexts {
  /** `YYYY-MM-DD` */
  readonly day: fc.Arbitrary<string>;
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly second: fc.Arbitrary<string>;
  /** Either, with an offset. */
  readonly exact: fc.Arbitrary<string>;
  readonly dayPattern: fc.Arbitrary<string>;
  readonly secondPattern: fc.Arbitrary<string>;
  /** Seconds that occurred twice or not at all. */
  readonly oddSecond: fc.Arbitrary<string>;
  readonly wrong: fc.Arbitrary<string>;
}

const WRONG = [
  "2026-02-30",
  "2027-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-11-31",
  "11/14/2026",
  "2026-1-2",
  "20261114",
  "2026-11-14T00:00:00",
  "2026-11-14 24:00:00",
  "2026-11-14 12:60:00",
  "2026-11-14 12:00:60",
  "2026-11-14 12:00",
  "2026-11-14+5",
  "2026-11-14+05:60",
  "2026-11-14-14:01",
  "2026-11-14 15:00",
  "2026-11-14 00:00:00+99",
  "2026-11-31Z",
  "2026-11-14z",
  "yesterday",
  " ",
  "2026-13-??",
  "2026-02-30 *",
  "2026-11-14 25:*",
  "x*",
  "2026/11/*",
  "2026-11-??Z",
  "2026-11-14 12:00:00 +00:00 and more",
  "2026-11-14\u0001",
];

/** Mostly in the caller's time zone. */
export function dateTexts(world: World, home: string): DateTexts {
  const moment = momentOf(world);
  const zone = fc.constantFrom(home, home, home, home, CENTRAL, "UTC");
  const second = fc.tuple(moment, zone).map(([at, where]) => zoneClock(where)(at));
  const day = fc.oneof(
    { weight: 30, arbitrary: second.map((text) => text.slice(0, 10)) },
    { weight: 1, arbitrary: fc.constantFrom("0001-01-01", "9999-12-31", "2024-02-29") },
  );
  const exact = fc
    .tuple(moment, fc.constantFrom(...OFFSETS), fc.constantFrom(...WRITINGS), fc.boolean())
    .map(([at, offset, write, isDay]) => {
      const text = offsetClock(offset)(at);
      return (isDay ? text.slice(0, 10) : text) + write(offset);
    });
  const dayPattern = fc.tuple(day, masks).map(([text, mask]) => masked(text, mask));
  const secondPattern = fc.oneof(
    fc.tuple(second, masks).map(([text, mask]) => masked(text, mask)),
    second.map((text) => `${text.slice(0, 13)}:*:*`),
  );
  const oddSecond = fc.constantFrom(...SKIPPED, ...repeated(world, home));
  const wrong = fc.constantFrom(...WRONG);
  return { day, second, exact, dayPattern, secondPattern, oddSecond, wrong };
}

/** Seconds that do not exist in New York and Havana. */
const SKIPPED = ["2026-03-08 02:30:00", "2026-03-08 00:30:00"];

/** Seconds of the data set that occurred twice. */
function repeated(world: World, home: string): string[] {
  const clock = zoneClock(home);
  return momentsOf(world)
    .filter((moment) => [-1, 1].some((hours) => clock(add(moment, { hours })) === clock(moment)))
    .map(clock);
}

/** Times of the data set, and the seconds next to them. */
function momentOf(world: World): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...momentsOf(world)), fc.constantFrom(0, 0, 0, 0, -1, 1, -3_600, 3_600))
    .map(([moment, seconds]) => add(moment, { seconds }));
}

function momentsOf(world: World): string[] {
  return [
    world.now,
    ...world.transactions.flatMap(({ authorized_at, batched_at, settle_at }) =>
      [authorized_at, batched_at, settle_at].filter((moment) => moment != null),
    ),
    ...world.updates.map(({ action_at }) => action_at),
  ];
}

export interface Mask {
  readonly from: number;
  readonly length: number;
  readonly sign: "?" | "*";
}

/** Replaces up to three parts of a text by wildcards; the parts are given in hundredths. */
export const masks: fc.Arbitrary<Mask[]> = fc.array(
  fc.record({
    from: fc.nat({ max: 99 }),
    length: fc.nat({ max: 40 }),
    sign: fc.constantFrom<Mask["sign"]>("?", "*"),
  }),
  { minLength: 1, maxLength: 3 },
);

export function masked(text: string, wishes: readonly Mask[]): string {
  return wishes.reduce(maskedOnce, text);
}

function maskedOnce(text: string, { from, length, sign }: Mask): string {
  const signs = [...text];
  const start = Math.trunc((from * signs.length) / 100);
  const taken = Math.trunc((length * signs.length) / 100);
  const wildcards = sign === "*" ? "*" : "?".repeat(taken);
  return [...signs.slice(0, start), wildcards, ...signs.slice(start + taken)].join("");
}
