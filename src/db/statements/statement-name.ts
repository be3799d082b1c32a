/**
 * The name of a statement for traces: its verb and its first table, such as "insert open_attempts". It
 * has no digits, so it cannot contain a value, not even if one is written into the text.
 */

const VERB = /^\s*([a-z]+)/i;
/** A name before a parenthesis is a function. */
const TABLE =
  /\b(?:from|into|update|join|table)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)(?![a-z_.(])/i;
const KNOWN_MAX = 2_000;
const known = new Map<string, string>();

export function statementName(text: string): string {
  const name = known.get(text) ?? makeName(text);
  if (known.size < KNOWN_MAX) known.set(text, name);
  return name;
}

/** A table of a shard ends in the number of the shard, which is left out. */
function makeName(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const table = TABLE.exec(text)?.[1]?.toLowerCase().replace(/_$/, "");
  return table === undefined ? verb : `${verb} ${table}`;
}
