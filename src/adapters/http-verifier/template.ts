/** Fills the placeholders in the body of a mapping. Values stay text and cannot add structure. Pure. */
import type { VerifierQuestion } from "../../ports/verifier.ts";
import { isList, isMembers, type Json } from "../https-client/json.ts";
import { type Mapping, PLACEHOLDERS, type Placeholder } from "./mapping.ts";

type Fillings = Readonly<Partial<Record<string, string>>>;

const HOLE = /\{\{(.*?)\}\}/g;
const WHOLE_HOLE = /^\{\{([^{}]*)\}\}$/;

/** The names in {{ }}, at any depth. */
export function placeholdersIn(template: Json): readonly string[] {
  if (typeof template === "string")
    return Array.from(template.matchAll(HOLE), ([, name]) => name ?? "");
  if (isList(template)) return template.flatMap(placeholdersIn);
  return isMembers(template) ? Object.values(template).flatMap(placeholdersIn) : [];
}

/** The bank account number leaves the program here. */
export function fillBody({ body, words }: Mapping, question: VerifierQuestion): string {
  const plain = { ...question, accountNumber: question.accountNumber.reveal() };
  const fillings: Partial<Record<Placeholder, string>> = {};
  for (const name of PLACEHOLDERS) {
    const ours = plain[name];
    if (ours !== undefined) fillings[name] = wordFor(words[name], ours);
  }
  return JSON.stringify(fill(body, fillings));
}

function wordFor(words: Readonly<Record<string, string>> | undefined, ours: string): string {
  return words !== undefined && Object.hasOwn(words, ours) ? (words[ours] ?? ours) : ours;
}

/** A member that is only a placeholder is left out if its value is absent. */
function fill(template: Json, fillings: Fillings): Json | undefined {
  if (typeof template === "string") return fillText(template, fillings);
  if (isList(template)) return template.map((item) => fill(item, fillings) ?? null);
  if (!isMembers(template)) return template;
  const filled = Object.entries(template).map(([name, item]) => [name, fill(item, fillings)]);
  return Object.fromEntries(filled.filter(([, item]) => item !== undefined));
}

function fillText(text: string, fillings: Fillings): string | undefined {
  const [, whole] = WHOLE_HOLE.exec(text) ?? [];
  if (whole !== undefined) return fillings[whole];
  return text.replaceAll(HOLE, (_hole, name: string) => fillings[name] ?? "");
}
