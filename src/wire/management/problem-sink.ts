/** Collects the problems of rules as field problems of management's core. */
import type { ErrorCollector } from "../../core/management/scope/field-errors.ts";
import type { PlainProblemKind } from "../../core/management/scope/field-problems.ts";
import type { Problem, ProblemKind } from "../reader/problem.ts";
import type { Sink } from "../reader/sink.ts";
import type { OwnProblem } from "./field-rules.ts";

const PLAIN_KINDS: Partial<Record<ProblemKind, PlainProblemKind>> = {
  missing: "required",
  repeated: "repeated_parameter",
  not_text: "not_text",
  not_one_line: "not_one_line",
  not_a_flag: "not_true_or_false",
  not_whole: "not_a_whole_number",
  not_a_date: "not_a_date",
  not_a_uuid: "not_a_uuid",
  not_an_email: "not_an_email",
};

export class ProblemSink implements Sink<OwnProblem> {
  readonly #errors: ErrorCollector;

  constructor(errors: ErrorCollector) {
    this.#errors = errors;
  }

  report(field: string, problem: Problem<OwnProblem>): void {
    this.#errors.reject(field, fieldProblem(problem));
  }
}

function fieldProblem({ kind, limits, own }: Problem<OwnProblem>): OwnProblem {
  const { min = 0, max = 0, choices = [] } = limits;
  if (own !== undefined) return own;
  if (kind === "too_long") return { kind, lengthMax: max };
  if (kind === "too_short") return { kind, lengthMin: min };
  if (kind === "not_a_choice") return { kind, choices };
  if (kind === "out_of_range") return { kind, min, max };
  const plain = PLAIN_KINDS[kind];
  if (plain === undefined) throw new Error(`management has no words for the problem ${kind}`);
  return plain;
}
