/** Reads the Retry-After header (RFC 9110, 10.2.3): seconds or a date. Pure. */
const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The pause in milliseconds. Undefined if the header is missing or invalid. */
export function readRetryAfter(
  header: string | string[] | undefined,
  now: Temporal.Instant,
): number | undefined {
  const text = (typeof header === "string" ? header : header?.[0])?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now.epochMilliseconds);
}
