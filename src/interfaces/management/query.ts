/** Reads a list's query parameters by rules. All errors are reported at once. */
import Type from "typebox";
import { ErrorCollector } from "../../core/management/scope/field-errors.ts";
import { maskText } from "../../values/masking/mask.ts";
import { readMoment } from "../../values/read-moment.ts";
import { UUID } from "../../values/text/uuid.ts";
import type { OwnProblem } from "../../wire/management/field-rules.ts";
import { ProblemSink } from "../../wire/management/problem-sink.ts";
import type { JsonMembers } from "../../wire/reader/json-rules.ts";
import { isPlainText, parseFlag } from "../../wire/reader/plain-text.ts";
import { INVALID, Problem, REPEATED } from "../../wire/reader/problem.ts";
import { type Prepare, type Rule, textRule } from "../../wire/reader/rule.ts";
import type { RuleSet, Rules, Values } from "../../wire/reader/rule-set.ts";

const WHOLE_NUMBER = /^-?\d+$/;
/** A plus that was not escaped arrives as a blank. */
const LOST_PLUS = /(?<=\d[ T]\d\d:?\d\d\S*) (?=\d\d(?::?\d\d)?$)/;
/** Unknown names are repeated in errors only in part. */
const UNKNOWN_MAX = 10;
const UNKNOWN_LENGTH_MAX = 60;

// Our ids count up from 1. Other text is an id that is not found.
const ID = /^[1-9][0-9]{0,17}$/;
const NO_ID = "0";

export function readId(text: string): string {
  return ID.test(text) ? text : NO_ID;
}

/** An empty parameter is a value. A repeated parameter is an error. */
const takeParameter: Prepare = (sent) =>
  sent === undefined || typeof sent === "string" ? sent : REPEATED;

export type ListRule<Value> = Rule<Value, OwnProblem>;
export type ListRules = Rules<OwnProblem>;

export const PARAMETER: ListRule<string> = textRule<OwnProblem>(takeParameter, []);

interface WholeNumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

export function wholeParameter({ min, max, fallback }: WholeNumberRule): ListRule<number> {
  const range = { min, max };
  const [notWhole, outOfRange] = [
    new Problem("not_whole", range),
    new Problem("out_of_range", range),
  ];
  const parse = (text: string) => {
    if (!WHOLE_NUMBER.test(text)) return notWhole;
    return Number(text) < min || Number(text) > max ? outOfRange : Number(text);
  };
  const limits = { minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) };
  const schema = Type.Integer({ ...limits, default: fallback });
  return PARAMETER.as(parse, INVALID).or(fallback).shownAs(schema);
}

/** One of the choices, in any case. */
export function choiceParameter<const Choice extends string>(choices: readonly Choice[]) {
  const find = (text: string) =>
    choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  const rule = PARAMETER.as(find, new Problem("not_a_choice", { choices }));
  return rule.shownAs(Type.Enum([...choices]));
}

export const ID_PARAMETER = PARAMETER.as(readId, INVALID).optional();
export const FLAG_PARAMETER = PARAMETER.as(parseFlag, new Problem("not_a_flag"))
  .optional()
  .shownAs(Type.Boolean());
export const UUID_PARAMETER = PARAMETER.as(
  (text) => (UUID.test(text) ? text : undefined),
  new Problem("not_a_uuid"),
)
  .optional()
  .shownAs(Type.String({ format: "uuid" }));
export const MOMENT_PARAMETER = PARAMETER.as(
  (text) => readMoment(text.replace(LOST_PLUS, "+")),
  new Problem("not_a_date"),
).optional();
/** Text that the database cannot store matches no record, like the empty text. */
export const TEXT_PARAMETER = PARAMETER.as(
  (text) => (isPlainText(text) ? text : ""),
  INVALID,
).optional();

export class Query {
  readonly #sent: JsonMembers;

  constructor(query: unknown) {
    this.#sent = query as JsonMembers;
  }

  /** Throws every error at once. A parameter that the list does not have is an error. */
  read<Some extends ListRules>(rules: RuleSet<Some>): Values<Some> {
    const errors = new ErrorCollector();
    const values = rules.read((name) => this.#sent[name], new ProblemSink(errors) as never);
    this.#rejectUnknown(rules.names, errors);
    errors.throwIfAny();
    return values;
  }

  #rejectUnknown(known: readonly string[], errors: ErrorCollector): void {
    const unknown = Object.keys(this.#sent).filter((name) => !known.includes(name));
    for (const name of unknown.slice(0, UNKNOWN_MAX)) {
      const masked = maskText(name).slice(0, UNKNOWN_LENGTH_MAX);
      errors.reject(masked, { kind: "unknown_parameter", known });
    }
  }
}
