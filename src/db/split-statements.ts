/**
 * Splits a migration into its statements. Citus sends the whole text of a change of the schema to its
 * workers, which refuse a text of several commands. Strings, quoted names, comments and bodies of
 * functions (`$$`) may contain semicolons.
 */
const PART =
  /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|;|[^'"$;/-]+|./gs;
const COMMENT = /^(?:--|\/\*)/;

export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  const end = () => {
    if (statement.trim() !== "") statements.push(statement.trim());
    statement = "";
  };
  for (const [part] of text.matchAll(PART)) {
    if (part === ";") end();
    else statement += COMMENT.test(part) ? " " : part;
  }
  end();
  return statements;
}
