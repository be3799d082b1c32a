/** Checks an entry together with its addenda. */
import type { AchAddenda, AchBatchHeader, AchEntry } from "./ach-file.ts";
import type { AchError } from "./file-error.ts";
import { hasPaymentType, isCheckClass, paymentAddendaMax } from "./sec-classes.ts";
import { describeTransactionCode } from "./transaction-codes.ts";

export interface JudgedEntry {
  readonly entry: AchEntry;
  readonly hasAddenda: boolean;
  readonly line: number;
}

type Verdict = Pick<AchError, "field" | "expected">;

export function judgeEntry(judged: JudgedEntry, batch: AchBatchHeader): AchError[] {
  const { entry, hasAddenda, line } = judged;
  const verdicts = [
    ...indicatorVerdicts(entry.addenda.length, hasAddenda),
    ...(isAnswer(entry.addenda) ? answerVerdicts(entry) : forwardVerdicts(entry, batch)),
  ];
  return verdicts.map((verdict) => ({ line, record: "entry", ...verdict }));
}

/** Returns and changes contain an entry of another bank, with rules of their own. */
function isAnswer(addenda: readonly AchAddenda[]): boolean {
  return addenda.some(({ kind }) => kind !== "payment" && kind !== "other");
}

function indicatorVerdicts(count: number, hasAddenda: boolean): Verdict[] {
  if (hasAddenda === count > 0) return [];
  return [{ field: "addenda indicator", expected: count > 0 ? "1" : "0, as no addenda follow" }];
}

function answerVerdicts({ addenda, amountCents }: AchEntry): Verdict[] {
  const isChange = addenda.some(({ kind }) => kind === "change" || kind === "refused_change");
  return [
    ...(isChange && amountCents !== 0 ? [{ field: "amount", expected: "zero in a change" }] : []),
    ...(addenda.length > 1 ? [{ field: "addenda", expected: "one that returns or changes" }] : []),
  ];
}

function forwardVerdicts(entry: AchEntry, { odfi, secCode }: AchBatchHeader): Verdict[] {
  const payments = entry.addenda.filter(({ kind }) => kind === "payment").length;
  const most = paymentAddendaMax(secCode);
  const hasNoType = entry.paymentType === undefined && entry.discretionaryData !== "";
  const hasNoCheck = isCheckClass(secCode) && entry.identification === "";
  return [
    ...amountVerdicts(entry),
    ...(hasNoCheck ? [{ field: "identification", expected: "the check's serial number" }] : []),
    ...(entry.trace.startsWith(odfi)
      ? []
      : [{ field: "trace number", expected: "to start as the batch header's bank" }]),
    ...(payments > most ? [{ field: "addenda", expected: `at most ${most} in ${secCode}` }] : []),
    ...(hasPaymentType(secCode) && hasNoType
      ? [{ field: "discretionary data", expected: "R or S" }]
      : []),
  ];
}

function amountVerdicts({ transactionCode, amountCents }: AchEntry): Verdict[] {
  const use = describeTransactionCode(transactionCode)?.use;
  if (use === "payment" && amountCents === 0) return [{ field: "amount", expected: "some" }];
  const isFree = use === "prenote" || use === "zero dollar";
  return isFree && amountCents !== 0 ? [{ field: "amount", expected: `zero in a ${use}` }] : [];
}
