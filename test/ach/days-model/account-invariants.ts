/** Accepted = settled + returned + rejected + voided + still open, per account and to the cent. */
import type { TestApp } from "../../kit/app.ts";
import { type Accepted, isAnswered, type Standing } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { RECEIVER_PREFIX } from "./merchants.ts";
import { assertNone, assertSumsAgree, Sums } from "./sums.ts";

type Stored = Pick<TestApp, "database">;

/** Every accepted transaction has the state that follows from the bank's files and answers. */
export async function assertAcceptedAddsUp({ database }: Stored, state: DayState): Promise<void> {
  const rows = await database.owner.rows<{
    id: string;
    account: string;
    standing: string;
    cents: number;
  }>`
    select lpad(id::text, 12, '0') as id, account_id as account, amount_cents as cents,
      case when state = 'reversed' then 'voided' when state <> 'pending' then state
        when batched_at is null then 'waiting'
        else 'sent' end as standing
    from transactions
    where tender_type = 'ACH' and transaction_type in ('SALE', 'CREDIT', 'STORE')
      and state not in ('not_batched', 'declined')`;
  const [expected, found] = [new Sums(), new Sums()];
  const wrong: string[] = [];
  for (const { id, account, standing, cents } of rows) {
    found.count(`${account} ${standing}`, cents);
    const entry = state.book.accepted.get(id);
    const wanted = entry && findStanding(state, entry, standing);
    if (wanted !== standing) wrong.push(`${id} is ${standing}, expected ${wanted}`);
  }
  const standings = new Map(rows.map(({ id, standing }) => [id, standing]));
  for (const entry of state.book.accepted.values()) {
    const wanted = findStanding(state, entry, standings.get(entry.id));
    expected.count(`${entry.account} ${wanted}`, entry.cents);
  }
  assertNone("states of transactions", wrong);
  assertSumsAgree("accepted transactions by account and state", expected, found);
}

/** The product may itself reject what waits, after a return of its bank account or of its sale. */
function findStanding(state: DayState, entry: Accepted, stored = ""): Standing {
  const { book, today } = state;
  const standing = book.standing(entry, today);
  const mayStop = standing === "waiting" || standing === "returned";
  return stored === "rejected" && mayStop && mayBeRejected(state, entry) ? "rejected" : standing;
}

/** After a return of its bank account or of its sale, the product does not send an entry. */
export function mayBeRejected(state: DayState, entry: Accepted): boolean {
  return state.book.isBlocked(entry, state.today) || hasLostSale(state, entry);
}

/** A sale that was returned or not sent took nothing, so its waiting credits are not sent. */
function hasLostSale({ book, today }: DayState, entry: Accepted): boolean {
  const sale = book.accepted.get(entry.sale ?? "");
  if (sale === undefined) return false;
  const sent = book.listPresentments(sale.id);
  return sent.some((one) => isAnswered(one, today)) || book.isBlocked(sale, today);
}

/** No table has a bank account number in clear, as text or as the bytes of a text. */
export async function assertNoNumberInClear({ database }: Stored): Promise<void> {
  const tables = await database.owner.rows<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')`;
  const hex = Buffer.from(RECEIVER_PREFIX).toString("hex");
  const wrong: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.owner.rows<{ xml: string }>`
      select query_to_xml(format('select count(*) as n from %s one where one::text like any (%L)',
        ${name}::text, array[${`%${RECEIVER_PREFIX}%`}::text, ${`%${hex}%`}::text]::text), true, true, '')::text as xml`;
    if (!/<n>0<\/n>/.test(row?.xml ?? "")) wrong.push(name);
  }
  assertNone("tables with bank account numbers in clear", wrong);
}
