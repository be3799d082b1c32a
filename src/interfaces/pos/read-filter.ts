/** Reads the filters of a search for sales. */
import { SALE_STATUSES } from "../../core/pos/sales/sale.ts";
import type { SaleFilter } from "../../core/pos/sales/search-store.ts";
import type { Form } from "../../wire/form.ts";
import { formChoice, formText } from "../../wire/reader/form-rules.ts";
import { Problem } from "../../wire/reader/problem.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { readForm } from "./form.ts";
import { CENTS, ID } from "./values.ts";

const SEARCH_LENGTH_MAX = 254;
const DAY = /^\d{4}-\d\d-\d\d$/;
const LOCAL_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const MOMENT_LENGTH_MAX = 40;
/** PostgreSQL can read years in this range as Temporal writes them. Every sale is within it. */
const EARLIEST = Temporal.Instant.from("0001-01-01T00:00:00Z");
const LATEST = Temporal.Instant.from("9999-12-31T23:59:59Z");

/** A date of a search in the account's time zone. */
type LocalMoment = (timeZone: string) => Temporal.Instant;

/** A day or a local time in the account's time zone, or a time with an offset. */
function dateRule(bound: "start" | "end") {
  return formText(MOMENT_LENGTH_MAX)
    .as((text) => readMoment(text, bound === "end"), new Problem("not_a_date"))
    .optional();
}

/** At the end of a period, the whole day or the whole second belongs to it. */
function readMoment(text: string, isEnd: boolean): LocalMoment | undefined {
  try {
    return parseMoment(text, isEnd ? 1 : 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parseMoment(text: string, more: 0 | 1): LocalMoment | undefined {
  if (DAY.test(text)) {
    const day = Temporal.PlainDate.from(text).add({ days: more });
    return (timeZone) => kept(day.toZonedDateTime(timeZone).toInstant());
  }
  if (LOCAL_TIME.test(text)) {
    const time = Temporal.PlainDateTime.from(text, { overflow: "reject" });
    return (timeZone) => kept(time.toZonedDateTime(timeZone).toInstant().add({ seconds: more }));
  }
  // A plus sign that form decoding turned into a blank.
  const plain = text.replace(" ", "+");
  if (!MOMENT.test(plain)) return undefined;
  const moment = kept(Temporal.Instant.from(plain));
  return () => moment;
}

function kept(moment: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(moment, EARLIEST) < 0) return EARLIEST;
  return Temporal.Instant.compare(moment, LATEST) > 0 ? LATEST : moment;
}

export const SALE_FILTER = ruleSet({
  status: formChoice(SALE_STATUSES).optional().describe("Only sales with this status."),
  userId: ID.optional().named("user_id").describe("Only sales of this user."),
  from: dateRule("start")
    .named("start_date")
    .describe(
      "The first day: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in the account's zone, or ISO 8601 with an offset.",
    ),
  until: dateRule("end")
    .named("end_date")
    .describe("The last day, which is included. The same formats."),
  minTotalCents: CENTS.optional()
    .named("min_total")
    .describe("Only sales of at least this total, such as 10.00."),
  maxTotalCents: CENTS.optional()
    .named("max_total")
    .describe("Only sales of at most this total, such as 99.99."),
  categoryId: ID.optional()
    .named("category_id")
    .describe("Only sales with an item of this category."),
  text: formText(SEARCH_LENGTH_MAX)
    .optional()
    .named("q")
    .describe(
      "Searches for the beginning of a word in a line's name or an email, the last four digits, the id of the sale, or the gateway's transaction_id.",
    ),
});

export function readFilter(query: Form, timeZone: string): SaleFilter {
  const { from, until, text, ...filter } = readForm(query, SALE_FILTER);
  return {
    ...filter,
    from: from?.(timeZone),
    until: until?.(timeZone),
    text: text?.trim() || undefined,
  };
}
