/** The calls that every resource of area A has in the OpenAPI document: list and get. */
import type { TProperties } from "typebox";
import type { RuleSet } from "../../wire/reader/rule-set.ts";
import { getCall, listCall } from "./call-schema.ts";
import type { ListRules } from "./query.ts";
import { listItemSchema, resourceSchema } from "./schema.ts";

interface ResourceParts<Some extends ListRules> {
  /** The name in the document, such as Client. */
  readonly name: string;
  readonly about: string;
  /** What an answer has besides the id, the version and the times. */
  readonly members: TProperties;
  /** What only the answer for a single resource has. */
  readonly additionalMembers?: TProperties;
  readonly query: RuleSet<Some>;
  readonly listSummary?: string;
}

export function describeResource<Some extends ListRules>(parts: ResourceParts<Some>) {
  const { name, about, members, additionalMembers, query } = parts;
  const word = name.toLowerCase();
  const listSummary = parts.listSummary ?? `List ${word}s`;
  const answer = resourceSchema(name, about, { ...members, ...additionalMembers });
  const item = listItemSchema(name, about, members);
  return {
    answer,
    list: listCall(
      { id: `list${name}s`, summary: listSummary },
      { name: `${name}List`, item, query },
    ),
    get: getCall({ id: `get${name}`, summary: `Get ${withArticle(word)}` }, answer),
  };
}

function withArticle(word: string): string {
  return /^[aeio]/.test(word) ? `an ${word}` : `a ${word}`;
}
