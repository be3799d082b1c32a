/**
 * Reads the members of a JSON object into typed values. Errors are collected by field. An invalid
 * member gets a placeholder value, which must not be stored.
 */
import Type from "typebox";
import { ErrorCollector } from "../../core/management/scope/field-errors.ts";
import type { FieldProblem, PlainProblemKind } from "../../core/management/scope/field-problems.ts";
import type { Reference } from "../../core/management/scope/reference-store.ts";
import { type JsonMembers, jsonSource, objectMembers, takeValue } from "../reader/json-rules.ts";
import { NOT_TEXT, Problem } from "../reader/problem.ts";
import { type Prepare, Rule, textRule } from "../reader/rule.ts";
import type { Source } from "../reader/rule-set.ts";
import type { Sink } from "../reader/sink.ts";
import {
  isOneLine,
  type MemberRule,
  type MemberRules,
  type OwnProblem,
  type RuleValues,
} from "./field-rules.ts";
import { ProblemSink } from "./problem-sink.ts";

const REFERENCE_MAX = 255;

/** The id or the name of a reference. A whole number is read as text. */
const takeReferencePart: Prepare = (sent) => {
  if (sent === undefined || sent === null || sent === "") return undefined;
  if (typeof sent === "number" && Number.isSafeInteger(sent)) return String(sent);
  const isFit = typeof sent === "string" && sent.length <= REFERENCE_MAX && isOneLine(sent);
  return isFit ? sent : NOT_TEXT;
};
const REFERENCE_PART = textRule<OwnProblem>(takeReferencePart, []).optional();

const NOT_WHOLE = new Problem("not_whole");

/** The version that a change was made from. */
export const VERSION_RULE: MemberRule<number | undefined> = new Rule({
  prepare: (sent) => {
    const value = takeValue(sent);
    if (value === undefined) return undefined;
    return Number.isInteger(value) && Number(value) >= 0 ? value : NOT_WHOLE;
  },
  checks: [],
  missing: undefined,
  absent: undefined,
  schema: Type.Integer({
    minimum: 0,
    description: "If you send it, it must be the current version; otherwise nothing changes.",
  }),
});

export class Members {
  readonly errors: ErrorCollector;
  readonly #sent: Source;
  readonly #path: string;
  readonly #sink: Sink<OwnProblem>;

  /** `path` is the path of this object; it is empty for the body itself. */
  constructor(value: unknown, errors = new ErrorCollector(), path = "") {
    this.#path = path;
    this.errors = errors;
    this.#sink = new ProblemSink(errors);
    const members: JsonMembers | undefined = objectMembers(value);
    if (members === undefined) errors.reject(path || "body", "not_an_object");
    this.#sent = jsonSource(members ?? {});
  }

  read<Value>(name: string, rule: MemberRule<Value>): Value {
    return rule.read(this.get(name), this.pathOf(name), this.#sink);
  }

  /** For a new record: absent members get their fallback. */
  readValues<Some extends MemberRules>(rules: Some): RuleValues<Some> {
    const read = Object.entries(rules).map(([name, rule]) => [name, this.read(name, rule)]);
    return Object.fromEntries(read) as RuleValues<Some>;
  }

  /** For a change: only the members that were sent. */
  readChanges<Some extends MemberRules>(rules: Some): Partial<RuleValues<Some>> {
    const sent = Object.entries(rules).filter(([name]) => this.get(name) !== undefined);
    const read = sent.map(([name, rule]) => {
      // Null removes a value. A flag has no empty value.
      if (this.get(name) === null && rule.parts.absent !== null) this.reject(name, "required");
      return [name, this.read(name, rule)];
    });
    return Object.fromEntries(read) as Partial<RuleValues<Some>>;
  }

  /** Undefined: it was not sent, or it is invalid. Null: remove it. */
  readReference(name: string): Reference | null | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return value;
    const inside = this.inside(name);
    const id = inside.read("id", REFERENCE_PART);
    const label = inside.read("name", REFERENCE_PART);
    if (id !== undefined) return { id };
    if (label !== undefined) return { name: label };
    // An id that is not text was already reported.
    if (!this.errors.has(this.pathOf(name))) this.reject(name, "reference_without_id_or_name");
    return undefined;
  }

  readRequiredReference(name: string): Reference | undefined {
    if (this.get(name) === undefined) this.reject(name, "required");
    return this.readReplacingReference(name);
  }

  /** For a change of a required reference, which cannot become null. */
  readReplacingReference(name: string): Reference | undefined {
    if (this.get(name) === null) this.reject(name, "required");
    return this.readReference(name) ?? undefined;
  }

  /** Returns the object in a required member. */
  inside(name: string): Members {
    const value = this.get(name);
    if (value === undefined || value === null) {
      this.reject(name, "required");
      return new Members({}, this.errors, this.pathOf(name));
    }
    return new Members(value, this.errors, this.pathOf(name));
  }

  /** Returns the objects in a required list. */
  insideEach(name: string, { min, max }: { readonly min: number; readonly max: number }) {
    const value = this.get(name);
    if (value === undefined || value === null) this.reject(name, "required");
    else if (!Array.isArray(value)) this.reject(name, "not_an_array");
    else if (value.length < min || value.length > max) {
      this.reject(name, { kind: "wrong_item_count", min, max });
    } else {
      const path = this.pathOf(name);
      return value.map((item, index) => new Members(item, this.errors, `${path}[${index}]`));
    }
    return [];
  }

  /** The version that a change was made from, if it was sent. */
  readVersion(): number | undefined {
    return this.read("version", VERSION_RULE);
  }

  /** As it was sent. */
  get(name: string): unknown {
    return this.#sent(name);
  }

  reject(name: string, problem: FieldProblem | PlainProblemKind): void {
    this.errors.reject(this.pathOf(name), problem);
  }

  pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }
}
