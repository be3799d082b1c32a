/** Reads the answer rules of a mapping file. */
import { isList, isMembers, type Json, type Members } from "../https-client/json.ts";
import type { ErrorList } from "./error-list.ts";
import type { AnswerRule, Condition, Pointer, Test } from "./mapping.ts";

const RULE_MEMBERS = ["status", "where", "means", "reason", "reasonAt"];
const POINTER = /^(\/([^/~]|~[01])*)+$/;
const OUR_ID = "{{requestId}}";
const NEVER: Test = { kind: "one_of", values: [] };

export function readAnswers(list: ErrorList, value: Json | undefined): readonly AnswerRule[] {
  const rules = list
    .list("answers", value)
    .map((rule, at) => readRule(list, `answers[${at}]`, rule));
  if (rules.length > 0 && !rules.some(({ means }) => means === "passed")) {
    list.add("answers", 'must have one that means "passed".');
  }
  return rules;
}

function readRule(list: ErrorList, place: string, value: Json): AnswerRule {
  const rule = list.members(place, value);
  list.refuseOthers(place, rule, RULE_MEMBERS);
  const { means } = rule;
  if (means !== "passed" && means !== "refused") {
    list.add(`${place}.means`, 'must be "passed" or "refused".');
  }
  return {
    statuses: readStatuses(list, `${place}.status`, rule["status"]),
    where: readWhere(list, `${place}.where`, rule["where"]),
    means: means === "passed" ? "passed" : "refused",
    reason: readReason(list, place, rule),
  };
}

/** Redirects and server errors say nothing about a bank account. */
function readStatuses(list: ErrorList, place: string, value: Json | undefined): readonly number[] {
  const statuses = isList(value) ? value : [value];
  const good = statuses.filter(isAnswerStatus);
  if (good.length === 0 || good.length < statuses.length) {
    list.add(place, "must be a number, or a list of them, from 200 to 299 or 400 to 499.");
  }
  return good;
}

function isAnswerStatus(status: Json | undefined): status is number {
  if (typeof status !== "number" || !Number.isInteger(status)) return false;
  return (status >= 200 && status <= 299) || (status >= 400 && status <= 499);
}

/** A status alone is not enough, because any proxy may have sent it. */
function readWhere(list: ErrorList, place: string, value: Json | undefined): readonly Condition[] {
  const entries = Object.entries(list.members(place, value ?? null));
  if (isMembers(value) && entries.length === 0) {
    list.add(place, "must have at least one condition on the body of the answer.");
  }
  return entries.map(([pointer, test]) => ({
    at: readPointer(list, `${place}.${pointer}`, pointer),
    holds: readTest(list, `${place}.${pointer}`, test),
  }));
}

function readPointer(list: ErrorList, place: string, text: string): Pointer {
  if (!POINTER.test(text)) list.add(place, "must be a JSON pointer such as /result/status.");
  const members = text.split("/").slice(1);
  return members.map((member) => member.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function readTest(list: ErrorList, place: string, value: Json): Test {
  if (value === OUR_ID) return { kind: "request_id" };
  if (isMembers(value)) return readBound(list, place, value);
  const values = isList(value) ? value : [value];
  const plain = values.filter(isPlain);
  if (plain.length < values.length || plain.length === 0) {
    list.add(place, "must be a text, a number, true, false, null, or a list of these.");
  }
  return { kind: "one_of", values: plain };
}

function isPlain(value: Json): value is string | number | boolean | null {
  return !isMembers(value) && !isList(value);
}

function readBound(list: ErrorList, place: string, value: Members): Test {
  const { atLeast, atMost } = value;
  const isOne = Object.keys(value).length === 1;
  if (isOne && typeof atLeast === "number") return { kind: "at_least", number: atLeast };
  if (isOne && typeof atMost === "number") return { kind: "at_most", number: atMost };
  list.add(place, "must have atLeast or atMost with a number, and nothing else.");
  return NEVER;
}

function readReason(list: ErrorList, place: string, rule: Members): AnswerRule["reason"] {
  const { reason, reasonAt, means } = rule;
  if (reason === undefined && reasonAt === undefined) return undefined;
  if (means === "passed") list.add(place, "means passed, so it must not have a reason.");
  if (reason !== undefined && reasonAt !== undefined) {
    list.add(place, "has reason and reasonAt. Use only one of them.");
  }
  if (reason !== undefined) return { text: list.text(`${place}.reason`, reason) };
  const pointer = list.text(`${place}.reasonAt`, reasonAt);
  return { at: readPointer(list, `${place}.reasonAt`, pointer) };
}
