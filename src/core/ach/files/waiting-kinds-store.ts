/**
 * Lists the kinds of entries that wait for a window and were never sent. The statements are planned
 * once per connection: planning takes longer than looking, and grows with the number of months.
 */
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { prenoteDeadline } from "../prenotes.ts";
import type { EntryKind } from "./entry-kind.ts";
import { afterPrenote, afterSale } from "./entry-order-sql.ts";
import {
  dueInWindow,
  entryDirection,
  entrySecCode,
  isWaitingEntry,
  isWaitingPrenote,
  type WindowKind,
  windowKind,
} from "./waiting-entry-sql.ts";

const ACCOUNTS = sql`$1::bigint[]`;
const AT = sql`$2::timestamptz`;
const DEADLINE = sql`$3::timestamptz`;

function listKinds(condition: Sql): Statement {
  return new Statement(sql`
    select one.account_id as "accountId", ${entrySecCode} as "secCode", ${entryDirection} as direction
    from transactions one
    where one.account_id = any (${ACCOUNTS}) and one.authorized_at <= ${AT} and ${condition}
    group by 1, 2, 3 order by 1, 2, 3`);
}

function listEntries(kind: WindowKind): Statement {
  const isFree = sql`${afterPrenote(ACCOUNTS, DEADLINE)} and ${afterSale(ACCOUNTS, AT)}`;
  return listKinds(sql`${isWaitingEntry} and ${dueInWindow(kind, AT)} and ${isFree}`);
}

function listPrenotes(kind: WindowKind): Statement {
  return listKinds(sql`${isWaitingPrenote} and ${dueInWindow(kind, AT)}`);
}

const LIST_ENTRIES: Readonly<Record<WindowKind, Statement>> = {
  forced: listEntries("forced"),
  sameDay: listEntries("sameDay"),
  other: listEntries("other"),
};
const LIST_PRENOTES: Readonly<Record<WindowKind, Statement>> = {
  forced: listPrenotes("forced"),
  sameDay: listPrenotes("sameDay"),
  other: listPrenotes("other"),
};

type ListedKind = Pick<EntryKind, "accountId" | "secCode" | "direction">;

interface Window {
  readonly accounts: readonly string[];
  readonly cutOff: string;
  readonly at: Temporal.Instant;
}

/** In the order of their batches. */
export async function listNewKinds(
  db: Database,
  { accounts, cutOff, at }: Window,
): Promise<EntryKind[]> {
  const kind = windowKind(cutOff);
  const array = `{${accounts.join(",")}}`;
  const entries = await db.run<ListedKind>(LIST_ENTRIES[kind], [array, at, prenoteDeadline(at)]);
  const prenotes = await db.run<ListedKind>(LIST_PRENOTES[kind], [array, at]);
  return [
    ...entries.map((one) => ({ ...one, isRetry: false })),
    ...prenotes.map((one) => ({ ...one, isRetry: false, isPrenote: true })),
  ];
}
