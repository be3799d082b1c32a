/** Applies the rules of a mapping to a provider's answer, which may be any JSON. Pure. */
import type { VerifierAnswer } from "../../ports/verifier.ts";
import { isList, isMembers, type Json } from "../https-client/json.ts";
import type { AnswerRule, Pointer, Test } from "./mapping.ts";

export interface ProviderAnswer {
  readonly status: number;
  readonly body: Json;
  /** The id of our request. */
  readonly requestId: string;
}

/** Undefined: no rule matches. */
export function judgeAnswer(
  rules: readonly AnswerRule[],
  answer: ProviderAnswer,
): VerifierAnswer | undefined {
  const rule = rules.find((candidate) => fits(candidate, answer));
  if (rule === undefined) return undefined;
  if (rule.means === "passed") return { kind: "passed" };
  return { kind: "refused", reason: refusalReason(rule, answer.body) };
}

function fits({ statuses, where }: AnswerRule, { status, body, requestId }: ProviderAnswer) {
  if (!statuses.includes(status)) return false;
  return where.every(({ at, holds }) => passes(holds, valueAt(body, at), requestId));
}

/** Types matter: "1" is not 1, and "true" is not true. */
function passes(test: Test, value: Json | undefined, requestId: string): boolean {
  switch (test.kind) {
    case "one_of":
      return test.values.some((wanted) => wanted === value);
    case "at_least":
      return typeof value === "number" && value >= test.number;
    case "at_most":
      return typeof value === "number" && value <= test.number;
    case "request_id":
      return value === requestId;
  }
}

function refusalReason({ reason }: AnswerRule, body: Json): string {
  if (reason === undefined) return "";
  if ("text" in reason) return reason.text;
  const said = valueAt(body, reason.at);
  return typeof said === "string" ? said : "";
}

/** Reads own members only, never inherited ones. */
function valueAt(body: Json, pointer: Pointer): Json | undefined {
  let value: Json | undefined = body;
  for (const member of pointer) {
    if (isList(value))
      value = /^(0|[1-9]\d{0,5})$/.test(member) ? value[Number(member)] : undefined;
    else value = isMembers(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  }
  return value;
}
