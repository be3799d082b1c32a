/** Rules for values of JSON bodies that are not texts. */
import Type from "typebox";
import { isPlainText } from "./plain-text.ts";
import { NOT_TEXT, Problem } from "./problem.ts";
import { type Prepare, Rule } from "./rule.ts";
import type { Source } from "./rule-set.ts";

const NOT_A_FLAG = new Problem("not_a_flag");
const NOT_A_LIST = new Problem("not_a_list");

export type JsonMembers = Readonly<Record<string, unknown>>;

/** The members of an object. Undefined: the value is not an object. */
export function objectMembers(value: unknown): JsonMembers | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonMembers) : undefined;
}

export function jsonSource(members: JsonMembers): Source {
  return (name) => (Object.hasOwn(members, name) ? members[name] : undefined);
}

/** Many clients send null for a member without a value. */
export const takeValue: Prepare = (sent) => (sent === null ? undefined : sent);

/** A text as it was sent. An empty one is absent. */
export const takeText: Prepare = (sent) => {
  if (sent === undefined || sent === null || sent === "") return undefined;
  return typeof sent === "string" ? sent : NOT_TEXT;
};

/** A text without blanks around it. A text of blanks only is absent. */
export const takeTrimmedText: Prepare = (sent) => {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== "string" || !isPlainText(sent)) return NOT_TEXT;
  return sent.trim() || undefined;
};

/** Exactly true or false. */
export function jsonFlag(): Rule<boolean> {
  return new Rule({
    prepare: (sent) => (typeof sent === "boolean" ? sent : NOT_A_FLAG),
    checks: [],
    missing: NOT_A_FLAG,
    absent: false,
    schema: Type.Boolean(),
  });
}

export interface WholeRange {
  readonly min: number;
  readonly max: number;
}

export function jsonWhole({ min, max }: WholeRange): Rule<number> {
  const problem = new Problem("not_whole", { min, max });
  const isFit = (sent: unknown) =>
    Number.isSafeInteger(sent) && Number(sent) >= min && Number(sent) <= max;
  return new Rule({
    prepare: (sent) => (isFit(sent) ? sent : problem),
    checks: [],
    missing: problem,
    absent: min,
    schema: Type.Integer({ minimum: min, maximum: max }),
  });
}

/** Exactly one of the choices. A wrong value is read as the first of them. */
export function jsonChoice<Choice extends string>(choices: readonly Choice[]): Rule<Choice> {
  const problem = new Problem("not_a_choice", { choices });
  return new Rule({
    prepare: (sent) => (choices.some((choice) => choice === sent) ? sent : problem),
    checks: [],
    missing: problem,
    absent: choices[0] as Choice,
    schema: Type.Enum([...choices]),
  });
}

interface TextListLimits {
  readonly countMax: number;
  readonly lengthMax: number;
}

/** Texts without blanks around them. Blank ones are left out. */
export function jsonTexts({ countMax, lengthMax }: TextListLimits): Rule<readonly string[]> {
  const tooMany = new Problem("too_many", { max: countMax });
  const tooLong = new Problem("too_long", { max: lengthMax });
  return new Rule<readonly string[]>({
    prepare: takeTexts,
    checks: [],
    parse: (texts: readonly string[]) => {
      if (texts.length > countMax) return tooMany;
      return texts.some((text) => text.length > lengthMax) ? tooLong : texts;
    },
    missing: undefined,
    absent: [],
    schema: Type.Array(Type.String({ maxLength: lengthMax }), { maxItems: countMax }),
  });
}

const takeTexts: Prepare = (sent) => {
  if (sent === undefined || sent === null) return undefined;
  const isText = (one: unknown) => typeof one === "string" && isPlainText(one);
  if (!Array.isArray(sent) || !sent.every(isText)) return NOT_A_LIST;
  return (sent as string[]).map((one) => one.trim()).filter((one) => one !== "");
};

/** The members of an object, or none if it is absent or not an object. */
export function jsonObject(): Rule<JsonMembers> {
  return new Rule<JsonMembers>({
    prepare: (sent) => objectMembers(sent),
    checks: [],
    missing: undefined,
    absent: {},
    schema: Type.Object({}),
  });
}
