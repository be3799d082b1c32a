/** Short forms for the tables of dialects, named as in the standard: n, an, ans, z, b, LLVAR. */
import type {
  BinaryField,
  FieldSpec,
  LengthRule,
  NestedField,
  TextContent,
  TextEncoding,
  TextField,
} from "../codec/message-spec.ts";

/** How a dialect writes numbers, text and the lengths of variable fields. */
export interface DialectEncodings {
  readonly digits: TextEncoding;
  readonly text: "ascii" | "ebcdic";
  readonly lengths: TextEncoding | "binary";
}

export interface FieldKinds {
  /** Digits of a fixed length. */
  n(length: number): TextField;
  /** Digits with a length of two digits before them. */
  nVar(max: number): TextField;
  /** Text of a fixed length. */
  ans(length: number): TextField;
  /** Text with a length of two or three digits before it. */
  ansVar(max: number): TextField;
  /** An amount with C or D before it. */
  signed(digits: number): TextField;
  track(max: number): TextField;
  bytes(length: number): BinaryField;
  bytesVar(max: number): BinaryField;
  emv(max: number): NestedField;
  tagged(max: number): NestedField;
  /** The same field for several numbers, both ends included. */
  range(first: number, last: number, spec: FieldSpec): Readonly<Record<number, FieldSpec>>;
}

/** A length of two digits can count up to 99. */
const LL_MAX = 99;

export function fieldKinds({ digits, text, lengths }: DialectEncodings): FieldKinds {
  const fixed = (length: number): LengthRule => ({ kind: "fixed", length });
  const variable = (max: number): LengthRule => ({
    kind: "variable",
    max,
    digits: max <= LL_MAX ? 2 : 3,
    encoding: lengths,
  });
  const written = (
    content: TextContent,
    encoding: TextEncoding,
    length: LengthRule,
  ): TextField => ({
    kind: "text",
    content,
    encoding,
    length,
  });
  return {
    n: (length) => written("digits", digits, fixed(length)),
    nVar: (max) => written("digits", digits, variable(max)),
    ans: (length) => written("text", text, fixed(length)),
    ansVar: (max) => written("text", text, variable(max)),
    signed: (length) => written("signed", text, fixed(length + 1)),
    track: (max) => ({ ...written("track", digits, variable(max)), oddDigits: "F after" }),
    bytes: (length) => ({ kind: "binary", encoding: "binary", length: fixed(length) }),
    bytesVar: (max) => ({ kind: "binary", encoding: "binary", length: variable(max) }),
    emv: (max) => ({ kind: "nested", format: "ber", encoding: "binary", length: variable(max) }),
    tagged: (max) => ({ kind: "nested", format: "text", encoding: text, length: variable(max) }),
    range: (first, last, spec) =>
      Object.fromEntries(
        Array.from({ length: last - first + 1 }, (_, at) => [first + at, spec] as const),
      ),
  };
}
