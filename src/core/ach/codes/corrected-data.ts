/** Reads, writes and formats the corrected data of a notification of change. */
import { isRoutingNumber } from "../../../values/bank.ts";
import { type ChangeCode, type CorrectedPiece, findChangeCode } from "./change-code.ts";

export type Corrections = Readonly<Partial<Record<CorrectedPiece, string>>>;

const NOC_DATA_MAX = 50;
const CORRECTED_WIDTH = 29;
const DIGITS_SHOWN = 4;
const LABELS: Readonly<Record<CorrectedPiece, string>> = {
  routing: "routing",
  account: "account",
  code: "code",
  name: "name",
  id: "id",
  foreignBank: "foreign bank",
  sec: "class",
};

const SHAPES: Readonly<Partial<Record<CorrectedPiece, RegExp>>> = {
  routing: /^\d{9}$/,
  account: /^\S+$/,
  code: /^\d\d$/,
};

/** Leaves out blank pieces. Returns nothing for an unknown code. */
export function readCorrectedData(code: string, data: string): Corrections {
  const change = findChangeCode(code);
  // Some banks separate the pieces by blanks instead of using the positions of the rules.
  const spaced = byWords(change, data);
  const pieces = spaced?.every(fits) ? spaced : byPosition(change, data);
  return Object.fromEntries(pieces.filter(([, value]) => value !== ""));
}

/** Returns the field of an addenda 98 record, for simulated changes. */
export function writeCorrectedData(code: string, corrections: Corrections): string {
  const field = Array<string>(CORRECTED_WIDTH).fill(" ");
  for (const [piece, from, to] of listPieces(findChangeCode(code))) {
    const value = (corrections[piece] ?? "").slice(0, to - from + 1);
    field.splice(from - 1, value.length, ...value);
  }
  return field.join("").trimEnd();
}

/** The report column `noc_data` (E): the code and the corrected values, with masked account numbers. */
export function nocData(code: string, data: string): string {
  const corrections = readCorrectedData(code, data);
  const shown = listPieces(findChangeCode(code)).flatMap(([piece]) => {
    const value = corrections[piece];
    return value === undefined ? [] : [`${LABELS[piece]} ${masked(piece, value)}`];
  });
  return [code, ...shown].join(" ").slice(0, NOC_DATA_MAX);
}

/** Shows the last four characters, and none of a short number. The length stays hidden too. */
export function maskAccount(account: string): string {
  const signs = account.replaceAll(/[^A-Za-z\d]/g, "");
  return `****${signs.length > DIGITS_SHOWN ? signs.slice(-DIGITS_SHOWN) : ""}`;
}

/**
 * A bank may put an account number into any field, so long numbers are masked everywhere, except
 * routing numbers, which are public.
 */
function masked(piece: CorrectedPiece, value: string): string {
  if (piece === "account") return maskAccount(value);
  const isRouting = piece === "routing" && isRoutingNumber(value);
  return isRouting ? value : value.replaceAll(/[\d-]{5,}/g, maskAccount);
}

function byPosition(change: ChangeCode | undefined, data: string): [CorrectedPiece, string][] {
  return listPieces(change).map(([piece, from, to]) => [piece, data.slice(from - 1, to).trim()]);
}

/** Returns undefined if the number of words differs from the number of pieces. */
function byWords(
  change: ChangeCode | undefined,
  data: string,
): [CorrectedPiece, string][] | undefined {
  const words = data.trim().split(/ +/);
  const pieces = listPieces(change);
  if (words.length !== pieces.length) return undefined;
  return pieces.map(([piece], at) => [piece, words[at] ?? ""]);
}

function fits([piece, value]: [CorrectedPiece, string]): boolean {
  return SHAPES[piece]?.test(value) ?? true;
}

function listPieces(change: ChangeCode | undefined): [CorrectedPiece, number, number][] {
  const pieces = Object.entries(change?.pieces ?? {}) as [CorrectedPiece, [number, number]][];
  return pieces.map(([piece, [from, to]]) => [piece, from, to]);
}
