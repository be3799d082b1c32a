/** Turns an answer of a documentation page into a pattern for the printed output. */

/** A text between quotes, one JSON value, and anything. */
const IN_STRING = '[^"]+';
const ONE_VALUE = '(?:"[^"]*"|[^",{}\\[\\]\\s]+)';
const ANYTHING = "[\\s\\S]*?";

/**
 * `…` between quotes is any text, after a colon one value, and elsewhere anything. `$NAME` is the
 * value of that shell variable. Line breaks have no meaning.
 */
export function jsonPattern(shown: string, variables: ReadonlyMap<string, string>): RegExp {
  const text = fillIn(shown.trim().replace(/\n\s*/g, ""), variables);
  let isInString = false;
  const parts = Array.from(text, (sign, at) => {
    if (sign === '"' && text[at - 1] !== "\\") isInString = !isInString;
    if (sign !== "…") return escapeSign(sign);
    if (isInString) return IN_STRING;
    return text[at - 1] === ":" ? ONE_VALUE : ANYTHING;
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** Outside JSON, `…` is anything, and line breaks count. */
export function textPattern(shown: string, variables: ReadonlyMap<string, string>): RegExp {
  const lines = fillIn(shown.trim(), variables).split("\n");
  const parts = lines.map((line) =>
    Array.from(line, (sign) => (sign === "…" ? ANYTHING : escapeSign(sign))).join(""),
  );
  return new RegExp(`^${parts.join("\\s*\\n\\s*")}$`);
}

/** Returns the names of the shell variables in an answer. */
export function variablesIn(shown: string): readonly string[] {
  return Array.from(shown.matchAll(VARIABLE), ([, name = ""]) => name);
}

const VARIABLE = /\$([A-Z][A-Z_]*)/g;

function fillIn(shown: string, variables: ReadonlyMap<string, string>): string {
  return shown.replace(VARIABLE, (name, variable) => variables.get(variable) ?? name);
}

function escapeSign(sign: string): string {
  return /[.*+?^${}()|[\]\\]/.test(sign) ? `\\${sign}` : sign;
}
