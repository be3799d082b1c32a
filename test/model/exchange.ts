/** Sends a request to the real system, and lets the model follow what it is answered. */
import assert from "node:assert/strict";
import { agreeOnAnswer, agreeOnStatus } from "./agreement.ts";
import { enter, outcomeOf } from "./carry-out.ts";
import { errorFields } from "./expected.ts";
import { type Answer, type House, pay } from "./house.ts";
import { type Judgement, judge } from "./judge.ts";
import type { Attempt, Books, Claim, PaymentModel, Request } from "./payment-model.ts";
import { recordsOf } from "./records.ts";

export interface Exchange {
  readonly model: PaymentModel;
  readonly house: House;
  readonly books: Books;
}

/** Several copies at once are one request, if it has an id or a key. */
export async function exchange(with_: Exchange, request: Request, copies = 1): Promise<void> {
  const { model, house, books } = with_;
  const judgement = judge(model, books, request);
  const isNamed = request.key !== undefined || request.form.transaction_id !== undefined;
  const sending = Array.from({ length: isNamed ? copies : 1 }, () =>
    pay(house, books.terms, request),
  );
  const answers = await Promise.all(sending);
  if (judgement.kind === "refused") {
    for (const answer of answers) agreeOnRefusal(answer, judgement.codes);
  } else if (judgement.kind === "repeat") {
    for (const answer of answers) agreeOnRepeat(books, judgement.claim, answer);
  } else {
    await agreeOnTaken(with_, judgement.attempt, answers);
  }
  const touched = [...idsOf(request, judgement)];
  await Promise.all(touched.map((id) => agreeOnStatus(books, house, id)));
}

export function agreeOnRefusal({ fields, isReplay }: Answer, codes: readonly number[]): void {
  const code = Number(fields["error_code"]);
  const [expected = 0] = codes;
  assert.deepEqual(fields, errorFields(codes.includes(code) ? code : expected));
  assert.equal(isReplay, false, "a refusal is no replay");
}

/** The first result again. While nobody knows it, there is none to give. */
function agreeOnRepeat(books: Books, claim: Claim, answer: Answer): void {
  const { attempt } = claim;
  agreeOnAnswer(books, attempt, answer);
  if (attempt.outcome === undefined) return;
  assert.equal(answer.isReplay, true, "a replay says that it is one");
  if (claim.answer !== undefined) assert.deepEqual(answer.fields, claim.answer);
  claim.answer = answer.fields;
}

const CODES = { approved: 0, declined: 30002, not_sent: 50000 };

async function agreeOnTaken(
  { house, books }: Exchange,
  attempt: Attempt,
  answers: readonly Answer[],
): Promise<void> {
  const isHeard = attempt.passage === "answered";
  const code = isHeard ? CODES[outcomeOf(attempt)] : 50000;
  for (const { fields } of answers) assert.equal(fields["error_code"], code, say(fields));
  enter(books, attempt, await learnId(house, books, attempt, answers));
  for (const answer of answers) agreeOnAnswer(books, attempt, answer);
  const replays = answers.filter(({ isReplay }) => isReplay).length;
  if (isHeard) assert.equal(replays, answers.length - 1, "one of the copies is the first");
  else assert.ok(replays < answers.length, "one of the copies is the first");
  remember(books, attempt, answers);
}

function say(fields: Answer["fields"]): string {
  return `answered ${JSON.stringify(fields)}`;
}

/** An answer that tells nothing does not tell the id either: then the records must have one more. */
async function learnId(
  house: House,
  books: Books,
  { type, original, request }: Attempt,
  [answer]: readonly Answer[],
): Promise<string> {
  if (type === "CAPTURE") return original?.id ?? "";
  const told = request.form.transaction_id ?? answer?.fields["transaction_id"];
  if (told !== undefined) return newId(books, String(told));
  const [records] = await recordsOf(house, [books]);
  const kept = [
    ...(records?.transactions ?? []).map(({ id }) => String(id)),
    ...(records?.open ?? []),
  ];
  const [added = ""] = kept.filter((id) => !books.transactions.has(id));
  return newId(books, added);
}

function newId(books: Books, id: string): string {
  assert.match(id, /^\d{12}$/);
  assert.ok(!books.transactions.has(id), `${id} is a new transaction's id`);
  return id;
}

function remember(books: Books, attempt: Attempt, answers: readonly Answer[]): void {
  const { key, form } = attempt.request;
  const claim = books.byKey.get(key ?? "") ?? books.byId.get(form.transaction_id ?? "");
  if (claim === undefined || attempt.passage !== "answered") return;
  claim.answer = answers[0]?.fields;
  for (const { fields } of answers) assert.deepEqual(fields, claim.answer, "copies are the same");
}

/** The transactions whose status the request may have touched. */
function idsOf({ form }: Request, judgement: Judgement): Set<string> {
  const ids = new Set<string>();
  if (judgement.kind === "taken") ids.add(judgement.attempt.id);
  if (form.transaction_id !== undefined) ids.add(form.transaction_id);
  if (form.token_id !== undefined && form.reissue === undefined) ids.add(form.token_id);
  return ids;
}
