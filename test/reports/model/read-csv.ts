/** A strict reader of RFC 4180 CSV, for the model test only. */

const [QUOTE, COMMA, END] = ['"', ",", "\r\n"];

/** All records, the header first. Throws for anything that the RFC does not allow. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { value, after } = text[at] === QUOTE ? quoted(text, at) : plain(text, at);
    record.push(value);
    at = after;
    if (text[at] === COMMA) {
      at += 1;
      // After a comma at the end there is an empty field without a line end.
      if (at === text.length) throw new Error("The last record has no line end.");
      continue;
    }
    if (!text.startsWith(END, at)) throw new Error(`No line end at ${at}.`);
    at += END.length;
    records.push(record);
    record = [];
  }
  return records;
}

interface Field {
  readonly value: string;
  readonly after: number;
}

function quoted(text: string, from: number): Field {
  let value = "";
  for (let at = from + 1; ; ) {
    const quote = text.indexOf(QUOTE, at);
    if (quote < 0) throw new Error(`The quote at ${from} is never closed.`);
    value += text.slice(at, quote);
    if (text[quote + 1] !== QUOTE) return { value, after: quote + 1 };
    value += QUOTE;
    at = quote + 2;
  }
}

function plain(text: string, from: number): Field {
  const value = /[^",\r\n]*/y;
  value.lastIndex = from;
  const [found = ""] = value.exec(text) ?? [];
  return { value: found, after: from + found.length };
}
