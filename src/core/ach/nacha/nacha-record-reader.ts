/** Reads the fields of one record and collects their errors. */
import { parseDayOfYear, parseNachaDate } from "./dates.ts";
import type { AchError } from "./file-error.ts";
import type { Layout } from "./layout.ts";

const PRINTABLE = /^[\x20-\x7e]*$/;
/** An unknown date. */
const NO_DATE = /^[ 0]*$/;

/** A value, or undefined if it has errors. */
export interface RecordReading<Value> {
  readonly value: Value | undefined;
  readonly errors: readonly AchError[];
}

export class NachaRecordReader<Name extends string> {
  readonly errors: AchError[] = [];
  readonly #layout: Layout<Name>;
  readonly #text: string;
  readonly #line: number;

  constructor(layout: Layout<Name>, text: string, line: number) {
    this.#layout = layout;
    this.#text = text;
    this.#line = line;
  }

  /** The characters of the field, unchecked. */
  raw(name: Name): string {
    const { from, to } = this.#layout.fields[name];
    return this.#text.slice(from, to);
  }

  text(name: Name): string {
    const value = this.raw(name);
    if (!PRINTABLE.test(value)) this.error(name, "printable ASCII characters");
    return value.trim();
  }

  /** Text that must not be blank. */
  filled(name: Name): string {
    const value = this.text(name);
    if (value === "") this.error(name, "not to be blank");
    return value;
  }

  /** Digits in all positions. */
  digits(name: Name): string {
    const value = this.raw(name);
    if (!/^\d+$/.test(value)) this.error(name, `${value.length} digits`);
    return value;
  }

  number(name: Name): number {
    return Number(this.digits(name));
  }

  matching(name: Name, pattern: RegExp, expected: string): string {
    const value = this.raw(name).trimEnd();
    if (!pattern.test(value)) this.error(name, expected);
    return value;
  }

  date(name: Name): Temporal.PlainDate | undefined {
    const value = this.raw(name);
    const date = parseNachaDate(value);
    if (date === undefined) this.error(name, "a date as YYMMDD");
    return date;
  }

  /** Undefined if it is blank or zero. */
  dateOrNone(name: Name): Temporal.PlainDate | undefined {
    return NO_DATE.test(this.raw(name)) ? undefined : this.date(name);
  }

  dayOrNone(name: Name): number | undefined {
    const value = this.raw(name);
    if (NO_DATE.test(value)) return undefined;
    const day = parseDayOfYear(value);
    if (day === undefined) this.error(name, "a day of the year, 001 to 366");
    return day;
  }

  /** Reports an error if the field has another value. */
  expectValue(name: Name, expected: string): void {
    const found = this.text(name);
    if (found !== expected) this.error(name, expected, found);
  }

  error(name: Name, expected: string, found?: string): void {
    const where = { line: this.#line, record: this.#layout.record, field: fieldLabel(name) };
    this.errors.push(found === undefined ? { ...where, expected } : { ...where, expected, found });
  }

  done<Value>(value: Value | undefined): RecordReading<Value> {
    return { value: this.errors.length === 0 ? value : undefined, errors: this.errors };
  }
}

/** `entryHash` becomes "entry hash". */
function fieldLabel(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
