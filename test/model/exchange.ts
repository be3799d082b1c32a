/** Sends a request to the real system and updates the model with the answer. */
import assert from "node:assert/strict";
import { agreeOnAnswer, agreeOnStatus } from "./agreement.ts";
import { enter, finalOutcome } from "./carry-out.ts";
import { type Answer, type Environment, pay } from "./environment.ts";
import { errorFields } from "./expected.ts";
import { type Judgment, judge } from "./judge.ts";
import type { Attempt, Books, Claim, PaymentModel, Request } from "./payment-model.ts";

export interface Exchange {
  readonly model: PaymentModel;
  readonly env: Environment;
  readonly books: Books;
}

/** Simultaneous copies are one request if it has an id or a key. */
export async function exchange(
  { model, env, books }: Exchange,
  request: Request,
  copies = 1,
): Promise<void> {
  const judgment = judge(model, books, request);
  const isNamed = request.key !== undefined || request.form.transaction_id !== undefined;
  const sending = Array.from({ length: isNamed ? copies : 1 }, () =>
    pay(env, books.terms, request),
  );
  const answers = await Promise.all(sending);
  if (judgment.kind === "refused") {
    for (const answer of answers) agreeOnRefusal(answer, judgment.codes);
  } else if (judgment.kind === "repeat") {
    for (const answer of answers) agreeOnRepeat(books, judgment.claim, answer);
  } else {
    agreeOnTaken(books, judgment.attempt, answers);
  }
  const touched = [...touchedIds(request, judgment)];
  await Promise.all(touched.map((id) => agreeOnStatus(books, env, id)));
}

export function agreeOnRefusal({ fields, isReplay }: Answer, codes: readonly number[]): void {
  const code = Number(fields["error_code"]);
  const [expected = 0] = codes;
  assert.deepEqual(fields, errorFields(codes.includes(code) ? code : expected));
  assert.equal(isReplay, false, "a refusal is no replay");
}

/** The first result again. An unknown outcome is not a replay. */
function agreeOnRepeat(books: Books, claim: Claim, answer: Answer): void {
  const { attempt } = claim;
  agreeOnAnswer(books, attempt, answer);
  const isKnown = attempt.outcome !== undefined;
  assert.equal(
    answer.isReplay,
    isKnown,
    "a replay of a known result is marked as a replay, and nothing else is",
  );
  if (!isKnown) return;
  if (claim.answer !== undefined) assert.deepEqual(answer.fields, claim.answer);
  claim.answer = answer.fields;
}

const CODES = { approved: 0, declined: 30002, not_sent: 50000 };

/** The first answers to a request: all but one of its copies are replays. */
export function agreeOnTaken(books: Books, attempt: Attempt, answers: readonly Answer[]): void {
  const code = attempt.delivery === "answered" ? CODES[finalOutcome(attempt)] : 50000;
  for (const { fields } of answers) assert.equal(fields["error_code"], code, say(fields));
  enter(books, attempt, idIn(books, attempt, answers));
  for (const answer of answers) agreeOnAnswer(books, attempt, answer);
  const replays = answers.filter(({ isReplay }) => isReplay).length;
  const isKnown = attempt.outcome !== undefined;
  assert.equal(replays, isKnown ? answers.length - 1 : 0, "one of the copies is not a replay");
  if (isKnown) remember(books, attempt, answers);
}

function say(fields: Answer["fields"]): string {
  return `answered ${JSON.stringify(fields)}`;
}

/** A capture keeps the id of its authorization; everything else has a new id. */
function idIn(books: Books, attempt: Attempt, [answer]: readonly Answer[]): string {
  if (attempt.type === "CAPTURE") return attempt.original?.id ?? "";
  const id = String(answer?.fields["transaction_id"]);
  assert.equal(
    id,
    attempt.request.form.transaction_id ?? id,
    "a request with a fetched id uses that id",
  );
  assert.match(id, /^\d{12}$/);
  assert.ok(!books.transactions.has(id), `${id} is a new transaction's id`);
  return id;
}

function remember(books: Books, attempt: Attempt, answers: readonly Answer[]): void {
  const { key, form } = attempt.request;
  const claim = books.byKey.get(key ?? "") ?? books.byId.get(form.transaction_id ?? "");
  if (claim === undefined) return;
  claim.answer = answers[0]?.fields;
  for (const { fields } of answers) assert.deepEqual(fields, claim.answer, "copies are the same");
}

/** The transactions whose status the request may have touched. */
function touchedIds({ form }: Request, judgment: Judgment): Set<string> {
  const ids = new Set<string>();
  if (judgment.kind === "taken") ids.add(judgment.attempt.id);
  if (form.transaction_id !== undefined) ids.add(form.transaction_id);
  if (form.token_id !== undefined && form.reissue === undefined) ids.add(form.token_id);
  return ids;
}
