/** The reports by action_date have exactly what the bank answered and what was funded. */
import type { TestApp } from "../../kit/app.ts";
import { askFor } from "../../kit/reports.ts";
import { mayBeRejected } from "./account-invariants.ts";
import { isBy } from "./bank-calendar.ts";
import { answeredStanding, isAnsweredLate } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { MERCHANTS } from "./merchants.ts";
import { assertNone, assertSumsAgree, Sums } from "./sums.ts";

/** Reports by action_date have one record for each return, rejection and settlement. */
export async function assertReportsAgree({ server }: TestApp, state: DayState): Promise<void> {
  const { since: start, today: end, book } = state;
  const [expected, found] = [listExpectedRecords(state), new Sums()];
  for (const { login } of MERCHANTS) {
    const form = {
      date: "ACTION",
      start_date: `${start}`,
      end_date: `${end}`,
      response_format: "JSON",
    };
    const { said, body } = await askFor(server, { ...login, ...form });
    const records: ReportRecord[] = said === "608 No Data" ? [] : JSON.parse(body).transactions;
    for (const one of records) {
      const {
        account_id,
        transaction_id: id,
        action_date,
        authorization_msg,
        ach_return_code,
      } = one;
      const name = [account_id, id, action_date, authorization_msg, ach_return_code]
        .join(" ")
        .trim();
      const entry = book.accepted.get(id);
      const isOwn = expected.find(name).count === 0 && authorization_msg === "DECLINED\\ERRORS";
      const isStopped =
        isOwn && entry !== undefined && mayBeRejected(state, entry) && !state.stopped.has(id);
      if (isStopped) state.stopped.add(id);
      else found.count(name, Math.round(one.transaction_amount * 100));
    }
  }
  assertSumsAgree(`reports by action_date from ${start} to ${end}`, expected, found);
}

interface ReportRecord {
  readonly account_id: string;
  readonly transaction_id: string;
  readonly action_date: string;
  readonly authorization_msg: string;
  readonly ach_return_code: string;
  readonly transaction_amount: number;
}

function listExpectedRecords({ book, since, today }: DayState): Sums {
  const sums = new Sums();
  const isNow = (day: Temporal.PlainDate) => isBy(since, day) && isBy(day, today);
  for (const one of book.allPresentments()) {
    const { account, id, cents, answer, fundedOn, isPrenote } = one;
    const isGone = isPrenote || book.isReversed(id, fundedOn);
    const isFunded = !isGone && (answer === undefined || isAnsweredLate(one));
    if (isFunded && isNow(fundedOn))
      sums.count(`${account} ${id} ${fundedOn} SETTLED\\FUNDED`, cents);
    if (answer === undefined || !isNow(answer.day)) continue;
    const word = answeredStanding(one) === "rejected" ? "ERRORS" : "RETURNED";
    sums.count(`${account} ${id} ${answer.day} DECLINED\\${word} ${answer.code}`, cents);
  }
  for (const { account, id, day, cents } of book.reversals)
    if (isNow(day)) sums.count(`${account} ${id} ${day} DECLINED\\RETURNED`, cents);
  return sums;
}

/** Every transaction that the product refused to send has exactly one record in a report. */
export async function assertStoppedAreReported(
  { database }: Pick<TestApp, "database">,
  state: DayState,
): Promise<void> {
  const rows = await database.owner.rows<{ id: string }>`
    select lpad(id::text, 12, '0') as id from transactions
    where tender_type = 'ACH' and state = 'rejected'`;
  const own = rows.filter(({ id }) => {
    const entry = state.book.accepted.get(id);
    return entry === undefined || state.book.standing(entry, state.today) !== "rejected";
  });
  const missing = own.filter(({ id }) => !state.stopped.has(id)).map(({ id }) => id);
  const extra = [...state.stopped].filter((id) => !own.some((one) => one.id === id));
  assertNone("refused transactions without a record in reports", missing);
  assertNone("transactions reported as refused that were sent", extra);
}

/** Every answer of the banks is stored once, and what came again is listed as unmatched. */
export async function assertAnswersAreStored(
  { database }: Pick<TestApp, "database">,
  { book, banks, stopped }: DayState,
): Promise<void> {
  const rows = await database.owner.rows<{ name: string; count: number }>`
    select code as name, count(*)::int as count from ach_notices group by 1
    union all
    select return_code, count(*)::int from ach_updates
    where return_code is not null
      and not (transaction_id = any (${[...stopped]}::bigint[]) and status = 'DECLINED\\ERRORS')
    group by 1
    union all
    select reason, count(*)::int from ach_unmatched group by 1
    union all
    select concat('files ', state), count(*)::int from ach_inbound_files
    where state <> 'read' group by 1`;
  const [expected, found] = [new Sums(), new Sums()];
  for (const { name, count } of rows) found.count(name, 0, count);
  for (const { answered, repeated } of banks) {
    for (const [code, count] of answered) expected.count(code, 0, count);
    expected.count("already_returned", 0, repeated);
  }
  expected.count("REVERSAL", 0, book.reversals.length);
  assertSumsAgree("answers of the banks and what is stored of them", expected, found);
}
