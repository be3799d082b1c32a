/** Fixed-width records: the fields of each, by name, and values written into them. */
import { achText } from "./ach-text.ts";

export const RECORD_WIDTH = 94;

export interface Field {
  readonly from: number;
  readonly to: number;
  /** Digits stand on the right behind zeroes, text on the left before blanks. */
  readonly isDigits: boolean;
}

export interface Layout<Name extends string = string> {
  readonly record: string;
  readonly fields: Readonly<Record<Name, Field>>;
}

/** `9(8)` is eight digits, `x(8)` eight characters. */
type Picture = `${"9" | "x"}(${number})`;
/** Nobody has to say what stands in a reserved field: blanks. */
type Reserved = `reserved${string}`;
export type FieldValues<Name extends string> = Readonly<
  Record<Exclude<Name, Reserved>, string | number>
>;

/** The fields of a record, in their order, from the first position on. */
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
  if (from !== RECORD_WIDTH) throw new RangeError(`${record}: ${from} positions`);
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
    // What stood there is not said: it may be an account number.
    if (fitted === undefined) throw new RangeError(`${record}: ${name} does not fit`);
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
