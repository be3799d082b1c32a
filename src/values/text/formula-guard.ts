/** Keeps a spreadsheet from running a text as a formula when it opens a CSV file. */

/** What a formula can begin with, as a pattern for JavaScript and for PostgreSQL. */
export const FORMULA_START = "^[=+@\\t\\r\\n-]";

const START = new RegExp(FORMULA_START);

/** People type these texts. Spreadsheets take a leading apostrophe as "this is text". */
export function guardFormula(text: string): string {
  return START.test(text) ? `'${text}` : text;
}
