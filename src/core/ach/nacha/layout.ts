/** Fixed-width records: the positions of their fields, and writing values into them. */
import { achText } from "./ach-text.ts";

export const RECORD_WIDTH = 94;

export interface Field {
  readonly from: number;
  readonly to: number;
  /** Digits are right-aligned and padded with zeros, text is left-aligned and padded with blanks. */
  readonly isDigits: boolean;
}

export interface Layout<Name extends string = string> {
  readonly record: string;
  readonly fields: Readonly<Record<Name, Field>>;
}

/** `9(8)` is eight digits, `x(8)` eight characters. */
type Picture = `${"9" | "x"}(${number})`;
/** Reserved fields need no value: they are blank. */
type Reserved = `reserved${string}`;
export type FieldValues<Name extends string> = Readonly<
  Record<Exclude<Name, Reserved>, string | number>
>;

/** Defines a record by its fields, in order from the first position. */
export function layout<const Pictures extends Readonly<Record<string, Picture>>>(
  record: string,
  pictures: Pictures,
): Layout<keyof Pictures & string> {
  let from = 0;
  const fields = {} as Record<keyof Pictures & string, Field>;
  for (const name in pictures) {
    const picture: Picture = pictures[name] ?? "x(0)";
    const to = from + Number(picture.slice(2, -1));
    fields[name] = { from, to, isDigits: picture.startsWith("9") };
    from = to;
  }
  if (from !== RECORD_WIDTH) throw new RangeError(`The ${record} record has ${from} positions.`);
  return { record, fields };
}

export function writeNachaRecord<Name extends string>(
  { record, fields }: Layout<Name>,
  values: FieldValues<Name>,
): string {
  const given: Readonly<Record<string, string | number>> = values;
  let line = "";
  for (const name in fields) {
    const { from, to, isDigits } = fields[name];
    const value = given[name] ?? "";
    const fitted = isDigits ? fitDigits(value, to - from) : fitText(value, to - from);
    // The error does not contain the value, which may be an account number.
    if (fitted === undefined)
      throw new RangeError(`The value of ${name} does not fit into the ${record} record.`);
    line += fitted;
  }
  return line;
}

function fitDigits(value: string | number, width: number): string | undefined {
  const digits = String(value);
  if (digits.length > width || !/^\d+$/.test(digits)) return undefined;
  return digits.padStart(width, "0");
}

function fitText(value: string | number, width: number): string {
  return value === "" ? " ".repeat(width) : achText(String(value), width).padEnd(width);
}
