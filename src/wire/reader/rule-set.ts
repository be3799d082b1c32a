/** Rules for the members of a request. Errors are reported in the order of the rules. */
import Type, { type TObject, type TProperties } from "typebox";
import type { Rule, RuleValue, Taken } from "./rule.ts";
import type { Sink } from "./sink.ts";

export type Rules<Own = unknown> = Readonly<Record<string, Rule<unknown, Own>>>;

/** The values that a set of rules reads. */
export type Values<Some extends Rules> = { readonly [Name in keyof Some]: RuleValue<Some[Name]> };

type OwnProblems<Some extends Rules> =
  Some[keyof Some] extends Rule<unknown, infer Own> ? Own : never;

/** Returns the value that was sent under a name, or undefined. */
export type Source = (name: string, takes?: Taken) => unknown;

export class RuleSet<Some extends Rules> {
  readonly rules: Some;
  /** The names on the wire. */
  readonly names: readonly string[];
  readonly #keys: readonly string[];
  readonly #rules: readonly Rule<unknown, OwnProblems<Some>>[];

  constructor(rules: Some) {
    this.rules = rules;
    this.#keys = Object.keys(rules);
    this.#rules = Object.values(rules) as Rule<unknown, OwnProblems<Some>>[];
    this.names = this.#keys.map((key) => wireName(rules, key));
  }

  read(source: Source, sink: Sink<OwnProblems<Some>>): Values<Some> {
    const values: Record<string, unknown> = {};
    for (let at = 0; at < this.#rules.length; at++) {
      const name = this.names[at] as string;
      const rule = this.#rules[at] as Rule<unknown, OwnProblems<Some>>;
      values[this.#keys[at] as string] = rule.read(source(name, rule.parts.takes), name, sink);
    }
    return values as Values<Some>;
  }

  /** For a change: only the members that were sent. */
  readSent(source: Source, sink: Sink<OwnProblems<Some>>): Partial<Values<Some>> {
    const values: Record<string, unknown> = {};
    for (const [at, name] of this.names.entries()) {
      const sent = source(name);
      const key = this.#keys[at] as string;
      if (sent !== undefined) values[key] = this.#rules[at]?.read(sent, name, sink);
    }
    return values as Partial<Values<Some>>;
  }

  /** The schema of an object with these members. */
  get schema(): TObject {
    return Type.Object(this.properties);
  }

  get properties(): TProperties {
    return propertiesOf(this.rules);
  }

  /** The members in the order of the OpenAPI document, which may differ from the order of errors. */
  propertiesIn(names: readonly string[]): TProperties {
    const { properties } = this;
    const isComplete =
      names.length === this.names.length && names.every((one) => one in properties);
    if (!isComplete) throw new Error(`the rules have other members than ${names.join(", ")}`);
    return Object.fromEntries(names.map((name) => [name, properties[name]])) as TProperties;
  }
}

export function ruleSet<const Some extends Rules>(rules: Some): RuleSet<Some> {
  return new RuleSet(rules);
}

/** The members in a schema, by their names on the wire. */
export function propertiesOf(rules: Rules): TProperties {
  const entries = Object.entries(rules).map(([key, { schema, isRequired }]) => {
    return [wireName(rules, key), isRequired ? schema : Type.Optional(schema)];
  });
  return Object.fromEntries(entries);
}

function wireName(rules: Rules, key: string): string {
  return rules[key]?.parts.name ?? key;
}
