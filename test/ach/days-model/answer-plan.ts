/** Which answers the simulated bank gives to the entries that it took, and on which day. */
import { allChangeCodes } from "../../../src/core/ach/codes/change-code.ts";
import { allReturnCodes } from "../../../src/core/ach/codes/return-code.ts";
import type { Random } from "../../proof/random.ts";
import type { BankAnswer } from "./answer-file.ts";
import { addOpenDays } from "./bank-calendar.ts";
import type { Numbers, Presentment } from "./book.ts";
import { RECEIVER_PREFIX } from "./merchants.ts";

export interface PlannedAnswer extends BankAnswer {
  /** What a change corrects. */
  readonly fix?: Partial<Numbers>;
  readonly day: Temporal.PlainDate;
}

/** Every code that a file can have, by what it answers. */
const codesOf = (stage: "return" | "dishonor" | "contest") =>
  allReturnCodes()
    .filter((one) => one.stage === stage)
    .map(({ code }) => code);
export const RETURN_CODES = codesOf("return");
export const FOLLOW_UPS = [...codesOf("dishonor"), ...codesOf("contest")];
export const CHANGE_CODES = allChangeCodes().map(({ code }) => code);
export const REFUSALS = Array.from({ length: 9 }, (_, at) => `C6${at + 1}`);
/** Codes that are presented again must occur often, and unauthorized ones often enough for a stop. */
const FREQUENT = ["R01", "R09", "R01", "R09", "R10"];

const CORRECTED_ROUTING = "061000146";
const CORRECTED_TYPE = "37";

export class AnswerPlan {
  readonly #random: Random;
  readonly #share: number;
  readonly #turns = new Map<readonly string[], number>();
  #corrections = 0;

  /** `share` is the part of the entries that is answered, from 0 to 1. */
  constructor(random: Random, share: number) {
    this.#random = random;
    this.#share = share;
  }

  /** The answers to an entry that was taken on a day. Most entries have none. */
  planAnswers(about: Presentment, taken: Temporal.PlainDate): readonly PlannedAnswer[] {
    if (this.#random.fraction() >= this.#share) return [];
    if (this.#random.whole(1, 4) === 1) return this.#planChange(about, taken);
    const isFrequent = this.#random.whole(1, 3) === 1;
    const code = isFrequent ? this.#random.of(FREQUENT) : this.#nextCode(RETURN_CODES);
    const day = this.#chooseDay(about, taken, code);
    about.answer = { code, day };
    const extra = this.#random.whole(1, 3);
    if (extra === 1) return [{ about, code, day }, this.#followUp(about, day)];
    // Once more, which must change nothing.
    const isRepeated = this.#random.whole(1, 20) === 1;
    const again = { about, code, day: addOpenDays(day, 1) };
    return [{ about, code, day }, ...(isRepeated ? [again] : [])];
  }

  #followUp(about: Presentment, day: Temporal.PlainDate): PlannedAnswer {
    return { about, code: this.#nextCode(FOLLOW_UPS), day: addOpenDays(day, 2) };
  }

  #planChange(about: Presentment, taken: Temporal.PlainDate): readonly PlannedAnswer[] {
    const code = this.#nextCode(CHANGE_CODES);
    const account = RECEIVER_PREFIX + String(900_000 + ++this.#corrections);
    const [corrected, fix] = writeCorrection(code, account);
    const day = addOpenDays(taken, this.#random.whole(1, 3));
    const refusal = {
      about,
      code: this.#nextCode(REFUSALS),
      corrected: "",
      day: addOpenDays(day, 1),
    };
    return [
      { about, code, corrected, fix, day },
      ...(this.#random.whole(1, 2) === 1 ? [refusal] : []),
    ];
  }

  /** In time, or for some codes late. Files of a morning cannot answer what came after it. */
  #chooseDay({ fundedOn }: Presentment, taken: Temporal.PlainDate, code: string) {
    const soonest = addOpenDays(taken, 1);
    const isLate = !FREQUENT.includes(code) && this.#random.whole(1, 4) === 1;
    if (isLate) return addOpenDays(fundedOn, this.#random.whole(1, 12));
    const wanted = addOpenDays(soonest, this.#random.whole(0, 1));
    return Temporal.PlainDate.compare(wanted, fundedOn) > 0 ? fundedOn : wanted;
  }

  /** In turn, so that every code occurs. */
  #nextCode(codes: readonly string[]): string {
    const turn = this.#turns.get(codes) ?? 0;
    this.#turns.set(codes, turn + 1);
    return codes[turn % codes.length] ?? "";
  }
}

/** By the positions that Nacha gives for each code, and what it means. */
function writeCorrection(code: string, number: string): readonly [string, Partial<Numbers>] {
  const [routing, isSavings] = [CORRECTED_ROUTING, true];
  switch (code) {
    case "C01":
      return [number, { number }];
    case "C02":
      return [routing, { routing }];
    case "C03":
      return [`${routing}   ${number}`, { routing, number }];
    case "C05":
      return [CORRECTED_TYPE, { isSavings }];
    case "C06":
      return [`${number.padEnd(20)}${CORRECTED_TYPE}`, { number, isSavings }];
    case "C07":
      return [`${routing}${number.padEnd(17)}${CORRECTED_TYPE}`, { routing, number, isSavings }];
    default:
      return ["ADA BUYER", {}];
  }
}
