/** Entries go to the bank account that the banks' answers leave: corrected, and not blocked. */
import { addOpenDays, isBy } from "./bank-calendar.ts";
import { BLOCKS, type Book, type Numbers, type Presentment, UNAUTHORIZED } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { FIRST_ROUTING, MERCHANTS } from "./merchants.ts";
import type { SentChange } from "./simulated-bank.ts";
import { assertNone } from "./sums.ts";

const PRENOTE_DAYS = 3;

interface Correction {
  readonly routing: string;
  readonly number: string;
  readonly isSavings: boolean | undefined;
}

const nodeOf = (
  { account }: Pick<Presentment, "account">,
  { routing, number }: Omit<Numbers, "isSavings">,
) => `${account} ${routing} ${number}`;
/** The other accounts turn the setting on and off. */
const alwaysCorrects = (account: string) =>
  MERCHANTS.some(({ login, corrects }) => corrects && login.account_id === account);

/** An entry never has numbers that a bank has corrected, and only those that corrections lead to. */
export function assertReceiversAsCorrected({ book, banks }: DayState): void {
  const changes = banks.flatMap((bank) => bank.changes);
  const byDay = Map.groupBy(changes, ({ day }) => day.toString());
  const known = new Map<string, Correction>();
  const targets = new Map<string, Set<string>>();
  const wrong: string[] = [];
  const sent = Map.groupBy(book.allPresentments(), ({ day }) => day.toString());
  for (const day of [...new Set([...byDay.keys(), ...sent.keys()])].sort()) {
    for (const change of byDay.get(day) ?? []) applyChange(known, targets, change);
    for (const one of sent.get(day) ?? []) {
      const why = judgeReceiver(book, one, { known, targets });
      if (why !== undefined) wrong.push(`${one.id} on ${day}: ${why}`);
    }
  }
  assertNone("receivers that are not as the banks corrected them", wrong);
}

interface Corrections {
  readonly known: ReadonlyMap<string, Correction>;
  /** All that a bank account was ever corrected to. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
}

function applyChange(
  known: Map<string, Correction>,
  targets: Map<string, Set<string>>,
  { about, fix }: SentChange,
): void {
  const node = nodeOf(about, about.to);
  const before = known.get(node) ?? { ...about.to, isSavings: undefined };
  const corrected = { ...before, ...fix };
  known.set(node, corrected);
  targets.set(node, (targets.get(node) ?? new Set()).add(nodeOf(about, corrected)));
}

function judgeReceiver(book: Book, one: Presentment, { known, targets }: Corrections) {
  const node = nodeOf(one, one.to);
  const correction = alwaysCorrects(one.account) ? known.get(node) : undefined;
  if (correction !== undefined && nodeOf(one, correction) !== node) return "numbers known as wrong";
  const type = correction?.isSavings;
  if (type !== undefined && type !== one.to.isSavings) return "an account type known as wrong";
  const number = book.accepted.get(one.id)?.receiver ?? "";
  const start = nodeOf(one, { routing: FIRST_ROUTING, number });
  return isReachable(targets, start, node) ? undefined : "numbers that nobody named";
}

function isReachable(targets: Corrections["targets"], start: string, end: string): boolean {
  const seen = new Set([start]);
  for (const node of seen) for (const next of targets.get(node) ?? []) seen.add(next);
  return seen.has(end);
}

interface Block {
  readonly code: string;
  readonly from: Temporal.PlainDate;
  readonly node: string;
  readonly receiver: string;
}

/** After a return that blocks, the bank account is not debited until somebody clears the block. */
export function assertBlockedAreNotDebited({ book, cleared }: DayState): void {
  const blocks = listBlocks(book);
  const byNode = Map.groupBy(blocks, ({ node }) => node);
  const unauthorized = blocks.filter(({ code }) => UNAUTHORIZED.has(code));
  const byReceiver = Map.groupBy(unauthorized, ({ receiver }) => receiver);
  const isActive = ({ from, node }: Block, day: Temporal.PlainDate) =>
    isBy(from, day) &&
    !(cleared.get(node) ?? []).some((end) => isBy(from, end) && isBy(end, day) && !end.equals(day));
  const debits = book
    .allPresentments()
    .filter((one) => one.direction === "debit" && !one.isPrenote);
  const wrong = debits.flatMap((one) => {
    const receiver = receiverOf(book, one);
    const own = alwaysCorrects(one.account) ? (byReceiver.get(receiver) ?? []) : [];
    const found = [...(byNode.get(nodeOf(one, one.to)) ?? []), ...own].find((block) =>
      isActive(block, one.day),
    );
    return found === undefined ? [] : [`${one.id} on ${one.day}, ${found.code} on ${found.from}`];
  });
  assertNone("debits of blocked bank accounts", wrong);
}

export function listBlocks(book: Book): readonly Block[] {
  return book.allPresentments().flatMap((one) => {
    if (one.answer === undefined || !BLOCKS.has(one.answer.code)) return [];
    const { code, day: from } = one.answer;
    return [{ code, from, node: nodeOf(one, one.to), receiver: receiverOf(book, one) }];
  });
}

/** Entries by the token of a stored bank account follow its prenote, and not a returned one. */
export function assertPrenotesCameFirst({ book }: DayState): void {
  const debits = book
    .allPresentments()
    .filter((one) => one.direction === "debit" && !one.isPrenote);
  const wrong = debits.flatMap((one) => {
    const why = judgePrenote(book, one);
    return why === undefined ? [] : [`${one.id} on ${one.day}, ${why}`];
  });
  assertNone("debits that did not wait for their prenote", wrong);
}

function judgePrenote(book: Book, one: Presentment): string | undefined {
  const store = book.accepted.get(book.accepted.get(one.id)?.store ?? "");
  if (store === undefined) return undefined;
  const [prenote] = book.listPresentments(store.id);
  if (prenote === undefined) return store.isPrenoted ? "without a prenote" : undefined;
  if (!isBy(addOpenDays(prenote.effective, PRENOTE_DAYS), one.day)) return "too early";
  const { answer } = prenote;
  return answer !== undefined && isBy(answer.day, one.day) ? `after ${answer.code}` : undefined;
}

function receiverOf(book: Book, { id, account }: Presentment): string {
  return `${account} ${book.accepted.get(id)?.receiver}`;
}
