/**
 * How a migration fits releases that run at the same time on one database. Its first line says so:
 *
 *     -- expand
 *     -- contract: needs schema 53
 *
 * A migration that expands only adds, so that every earlier release keeps working. One that contracts
 * removes or changes something. Only releases that know the named schema keep working with it.
 */

/** Migrations before this one do not say it. No earlier release runs beside them. */
export const FIRST_WITH_KIND = 51;

const EXPAND = /^-- expand$/;
const CONTRACT = /^-- contract: needs schema (\d{1,4})$/;

/** Returns the oldest schema that a release must know to work after the migration. 0: any release. */
export function neededSchema({ number, text }: { readonly number: number; readonly text: string }) {
  const [line = ""] = text.split("\n", 1);
  if (EXPAND.test(line)) return 0;
  const [, named] = CONTRACT.exec(line) ?? [];
  return named === undefined ? number : Number(named);
}

/** Statements that break a release that does not expect them, and the words that report them. */
const CONTRACTING: readonly [statement: RegExp, words: string][] = [
  [/\bdrop\s+(table|view|materialized view|schema|type|sequence|function|domain)\b/, "drops $1"],
  [/\bdrop\s+index\b/, "drops an index"],
  [/\bdrop\s+column\b/, "drops a column"],
  [/\bdrop\s+default\b/, "drops a default"],
  [/\brename\s+(to|column|constraint|value|\w+\s+to)\b/, "renames something"],
  [/\bset\s+schema\b/, "moves something to another schema"],
  [/\bset\s+not\s+null\b/, "sets a column to not null"],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, "changes the type of a column"],
  [/\brevoke\b/, "revokes a permission"],
  // A trigger for truncations truncates nothing.
  [/(?<!\b(?:after|before)\s)\btruncate\b/, "truncates a table"],
];
const ADDED_COLUMN = /\badd\s+(?:column\s+)?(?:if not exists\s+)?(?!constraint\b)\w+\s+[^,;]*/g;

/** Lists what a migration does that only a contracting one may do. */
export function findContractions(text: string): readonly string[] {
  const plain = withoutComments(text);
  const found = CONTRACTING.flatMap(([statement, words]) => {
    const match = statement.exec(plain);
    return match === null ? [] : [words.replace("$1", `a ${match[1]}`)];
  });
  const required = (plain.match(ADDED_COLUMN) ?? []).some(
    (column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column),
  );
  return required ? [...found, "adds a column that is not null and has no default"] : found;
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, "").toLowerCase();
}
