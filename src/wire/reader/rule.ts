/**
 * A rule reads one value of a request: it takes what was sent, runs checks, and makes the value that
 * the core works with. Rules are built once, when a module is loaded, and know their JSON schema.
 */
import Type, { type TSchema } from "typebox";
import type { Check } from "./check.ts";
import { MISSING, Problem } from "./problem.ts";
import { ProblemFlag, type Sink } from "./sink.ts";

/** Turns the sent value into the input of the checks. Undefined: the value is absent. */
export type Prepare<Own = never> = (sent: unknown) => unknown | Problem<Own>;

/** What a rule takes from a form: one text, all texts of a repeated field, or a file. */
export type Taken = "text" | "list" | "file";

export interface RuleParts<Value, Own> {
  /** The name on the wire, if the value has another name in the program. */
  readonly name?: string;
  /** One text by default. */
  readonly takes?: Taken;
  readonly prepare: Prepare<Own>;
  readonly checks: readonly Check<Own>[];
  /** Undefined: the value is the input. */
  readonly parse?: (input: never) => Value | Problem<Own>;
  /** Reported if the value is absent. Undefined: the value is optional. */
  readonly missing: Problem<Own> | undefined;
  /** The value if none was sent. */
  readonly absent: Value;
  /**
   * The placeholder for an invalid value: `absent` by default. An invalid text is its own
   * placeholder.
   */
  readonly wrong?: Value;
  /** A value that was not sent is undefined, even if it must not be blank. */
  readonly isReadIfSent?: true;
  readonly schema: TSchema;
}

export type RuleValue<One> = One extends Rule<infer Value, infer _Problems> ? Value : never;

export class Rule<Value, Own = never> {
  readonly parts: RuleParts<Value, Own>;

  constructor(parts: RuleParts<Value, Own>) {
    this.parts = parts;
  }

  get isRequired(): boolean {
    return this.parts.missing !== undefined && this.parts.isReadIfSent === undefined;
  }

  get schema(): TSchema {
    return this.parts.schema;
  }

  /** Reports one problem at most. */
  read(sent: unknown, field: string, sink: Sink<Own>): Value {
    const { prepare, checks, parse, isReadIfSent } = this.parts;
    if (sent === undefined && isReadIfSent) return undefined as Value;
    const input = prepare(sent);
    if (input === undefined) return this.#absent(field, sink);
    if (input instanceof Problem) return this.#wrong(field, sink, input);
    const failed = checks.find((check) => !check.isMet(input as string));
    if (failed !== undefined) {
      const standIn = this.#wrong(field, sink, failed.problem);
      return parse === undefined ? (input as Value) : standIn;
    }
    if (parse === undefined) return input as Value;
    const value = parse(input as never);
    return value instanceof Problem ? this.#wrong(field, sink, value) : value;
  }

  #absent(field: string, sink: Sink<Own>): Value {
    const { missing, absent } = this.parts;
    if (missing !== undefined) sink.report(field, missing);
    return absent;
  }

  #wrong(field: string, sink: Sink<Own>, problem: Problem<Own>): Value {
    sink.report(field, problem);
    return this.parts.wrong ?? this.parts.absent;
  }

  /** Returns the value, or undefined if it breaks the rule. For input that must not cause an error. */
  readLeniently(sent: unknown): Value | undefined {
    const flag = new ProblemFlag();
    const value = this.read(sent, "", flag);
    return flag.hasProblem ? undefined : value;
  }

  /** The same rule for a value with another name on the wire. */
  named(name: string): Rule<Value, Own> {
    return new Rule({ ...this.parts, name });
  }

  optional(): Rule<Value | undefined, Own> {
    return new Rule<Value | undefined, Own>({
      ...this.parts,
      missing: undefined,
      absent: undefined,
    });
  }

  /** Required. Reports this problem if the value is absent. */
  orReport<More>(missing: Problem<More>): Rule<Value, Own | More> {
    const parts = this.parts as RuleParts<Value, Own | More>;
    return new Rule<Value, Own | More>({ ...parts, missing });
  }

  /** Optional, with a default value. */
  or<Fallback>(fallback: Fallback): Rule<Value | Fallback, Own> {
    return new Rule<Value | Fallback, Own>({
      ...this.parts,
      missing: undefined,
      absent: fallback,
    });
  }

  /** For changes: a value that was not sent stays undefined. */
  ifSent(): Rule<Value | undefined, Own> {
    return new Rule<Value | undefined, Own>({ ...this.parts, isReadIfSent: true });
  }

  /** Adds checks, and what they add to the schema. */
  with<Other>(...checks: readonly Check<Other>[]): Rule<Value, Own | Other> {
    const parts = this.parts as RuleParts<Value, Own | Other>;
    return new Rule<Value, Own | Other>({
      ...parts,
      checks: [...parts.checks, ...checks],
      schema: limitSchema(parts.schema, checks),
    });
  }

  /** Converts the input after all checks have passed. */
  as<Other, More = never>(
    parse: (input: Value & {}) => Other | Problem<More> | undefined,
    problem: Problem<More>,
  ): Rule<Other, Own | More> {
    return new Rule<Other, Own | More>({
      ...(this.parts as unknown as RuleParts<Other, Own | More>),
      // The text cannot be the placeholder for a value of another type.
      ...(this.parts.missing !== undefined && { absent: undefined as Other }),
      parse: (input: never) => parse(input) ?? problem,
    });
  }

  /** Adds a description or other annotations to the schema. */
  describe(annotations: Readonly<Record<string, unknown>> | string): Rule<Value, Own> {
    const more = typeof annotations === "string" ? { description: annotations } : annotations;
    return this.shownAs(Type.Unsafe({ ...this.schema, ...more }));
  }

  /** Replaces the schema if the value has another type in requests. */
  shownAs(schema: TSchema): Rule<Value, Own> {
    return new Rule({ ...this.parts, schema });
  }
}

export function limitSchema(schema: TSchema, checks: readonly Check<unknown>[]): TSchema {
  return Type.Unsafe(Object.assign({ ...schema }, ...checks.map((check) => check.schema)));
}

/** A required rule for texts. */
export function textRule<Own>(
  prepare: Prepare<Own>,
  checks: readonly Check<Own>[],
): Rule<string, Own> {
  const schema = limitSchema(Type.String(), checks);
  return new Rule<string, Own>({ prepare, checks, missing: MISSING, absent: "", schema });
}
