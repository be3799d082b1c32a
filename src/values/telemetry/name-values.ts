/** Lists such as "name=value,other=value", as OpenTelemetry writes them. Values are percent-encoded. */

const NAME = /^[\w.-]{1,255}$/;
const VALUE = /^[\x20-\x7e]*$/;

/** Undefined: the text is not such a list. */
export function readNameValues(text: string): Readonly<Record<string, string>> | undefined {
  const entries = text.split(",").filter((entry) => entry.trim() !== "");
  const pairs = entries.map(readPair).filter((pair) => pair !== undefined);
  return pairs.length === entries.length ? Object.fromEntries(pairs) : undefined;
}

function readPair(entry: string): readonly [string, string] | undefined {
  const at = entry.indexOf("=");
  const name = entry.slice(0, Math.max(at, 0)).trim();
  const value = decode(entry.slice(at + 1).trim());
  return NAME.test(name) && value !== undefined && VALUE.test(value) ? [name, value] : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
