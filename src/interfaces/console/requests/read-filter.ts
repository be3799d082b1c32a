/** Reads the filters of the request log from the query string. Invalid values are ignored. */
import type {
  RequestFilter,
  RequestOwner,
} from "../../../core/request-log/request-reading-store.ts";
import { REQUEST_OUTCOMES } from "../../../values/request-outcome.ts";
import { UUID } from "../../../values/text/uuid.ts";
import { readDayRange } from "../day-range.ts";
import type { Query } from "../read.ts";

const OWNER = /^(account|partner)-([1-9]\d{0,17})$/;
/** Shorter numbers are more likely part of a text. */
const TRANSACTION_ID = /^\d{11,12}$/;
const TEXT_MAX = 100;

export function readRequestFilter(query: Query): RequestFilter {
  return {
    interfaceName: query.text("interfaceName"),
    owner: readOwner(query.text("owner")),
    outcome: query.choice("outcome", REQUEST_OUTCOMES),
    // The days of the page's user: of the account, or of the browser.
    ...readDayRange(query, query.text("zone") ?? "UTC"),
    ...readSearch(query.text("text", TEXT_MAX)?.trim()),
  };
}

/** The id of a transaction or request is looked up by its index. Other text is searched for. */
function readSearch(text = ""): RequestFilter {
  if (TRANSACTION_ID.test(text)) return { transactionId: text };
  if (UUID.test(text)) return { requestId: text };
  return text === "" ? {} : { text };
}

function readOwner(text = ""): RequestOwner | undefined {
  const [, kind, id] = OWNER.exec(text) ?? [];
  if (id === undefined) return undefined;
  return kind === "account" ? { accountId: id } : { partnerId: id };
}
