/** Which sales a search asks for, as the core says it. */
import { SALE_STATUSES } from "../../core/pos/sales/sale.ts";
import type { SaleFilter } from "../../core/pos/sales/search-store.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";
import { RequestError } from "../../wire/request-error.ts";
import { readForm } from "./form.ts";
import { readCentsOrNone, readIdOrNone } from "./values.ts";

const SEARCH_LENGTH_MAX = 254;

/** Dates are days of the account's zone, local times of that zone, or moments with their offset. */
export function readFilter(query: Form, timeZone: string): SaleFilter {
  return readForm<SaleFilter>(query, {
    status: (fields) => fields.oneOf("status", SALE_STATUSES),
    userId: (fields) => readIdOrNone(fields, "user_id"),
    from: (fields) => readMoment(fields, "start_date", { timeZone, isEnd: false }),
    until: (fields) => readMoment(fields, "end_date", { timeZone, isEnd: true }),
    minTotalCents: (fields) => readCentsOrNone(fields, "min_total"),
    maxTotalCents: (fields) => readCentsOrNone(fields, "max_total"),
    categoryId: (fields) => readIdOrNone(fields, "category_id"),
    text: (fields) => fields.optional("q", SEARCH_LENGTH_MAX)?.trim() || undefined,
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const LOCAL_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const MOMENT_LENGTH_MAX = 40;
/** Years that PostgreSQL reads in the form that Temporal writes; every sale is in between. */
const EARLIEST = Temporal.Instant.from("0001-01-01T00:00:00Z");
const LATEST = Temporal.Instant.from("9999-12-31T23:59:59Z");

interface DateRule {
  readonly timeZone: string;
  /** The end of a period: the whole day, or the whole second, belongs to it. */
  readonly isEnd: boolean;
}

function readMoment(fields: Fields, name: string, rule: DateRule): Temporal.Instant | undefined {
  const text = fields.optional(name, MOMENT_LENGTH_MAX);
  if (text === undefined) return undefined;
  try {
    const moment = parseMoment(text, rule);
    if (moment !== undefined) return kept(moment);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new RequestError("invalid_date", name);
}

function parseMoment(text: string, { timeZone, isEnd }: DateRule): Temporal.Instant | undefined {
  if (DAY.test(text)) {
    const day = Temporal.PlainDate.from(text).add({ days: isEnd ? 1 : 0 });
    return day.toZonedDateTime(timeZone).toInstant();
  }
  if (LOCAL_TIME.test(text)) {
    const time = Temporal.PlainDateTime.from(text, { overflow: "reject" });
    return time
      .toZonedDateTime(timeZone)
      .toInstant()
      .add({ seconds: isEnd ? 1 : 0 });
  }
  // A plus that was lost to form decoding.
  const plain = text.replace(" ", "+");
  return MOMENT.test(plain) ? Temporal.Instant.from(plain) : undefined;
}

function kept(moment: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(moment, EARLIEST) < 0) return EARLIEST;
  return Temporal.Instant.compare(moment, LATEST) > 0 ? LATEST : moment;
}
