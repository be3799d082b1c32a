/** Notifications of change: which data each code corrects, and where in its field they stand. */

/** Pieces of corrected data, in the order in which `noc_data` shows them. */
export type CorrectedPiece = "routing" | "account" | "code" | "name" | "id" | "foreignBank" | "sec";

export interface ChangeCode {
  readonly code: string;
  readonly meaning: string;
  /** Positions in the corrected data, first and last, counted from 1. */
  readonly pieces: Readonly<Partial<Record<CorrectedPiece, readonly [from: number, to: number]>>>;
}

const CHANGES: readonly ChangeCode[] = [
  { code: "C01", meaning: "New account number", pieces: { account: [1, 17] } },
  { code: "C02", meaning: "New routing number", pieces: { routing: [1, 9] } },
  {
    code: "C03",
    meaning: "New routing and account number",
    pieces: { routing: [1, 9], account: [13, 29] },
  },
  { code: "C04", meaning: "New name", pieces: { name: [1, 22] } },
  { code: "C05", meaning: "Other kind of account", pieces: { code: [1, 2] } },
  {
    code: "C06",
    meaning: "New account number, other kind of account",
    pieces: { account: [1, 17], code: [21, 22] },
  },
  {
    code: "C07",
    meaning: "New routing and account number, other kind of account",
    pieces: { routing: [1, 9], account: [10, 26], code: [27, 28] },
  },
  { code: "C08", meaning: "New foreign bank", pieces: { foreignBank: [1, 29] } },
  { code: "C09", meaning: "New customer id", pieces: { id: [1, 22] } },
  { code: "C13", meaning: "Addenda were not as agreed", pieces: {} },
  { code: "C14", meaning: "To be sent as an international entry", pieces: { sec: [1, 3] } },
];

/** Why an originating bank cannot use a change. */
const REFUSALS: Readonly<Record<string, string>> = {
  C61: "The change was sent to the wrong bank",
  C62: "The trace number is not that of an entry",
  C63: "The company id is not that of the entry",
  C64: "The customer id is not that of the entry",
  C65: "The corrected data cannot be read",
  C66: "The discretionary data are wrong",
  C67: "The routing number is not that of the entry",
  C68: "The account number is not that of the entry",
  C69: "The transaction code is wrong",
};

const BY_CODE = new Map(CHANGES.map((change) => [change.code, change]));

export function findChangeCode(code: string): ChangeCode | undefined {
  return BY_CODE.get(code);
}

export function allChangeCodes(): readonly ChangeCode[] {
  return CHANGES;
}

export function refusalMeaning(code: string): string | undefined {
  return REFUSALS[code];
}

/** By the numbers that are set aside for them. */
export function isRefusal(code: string): boolean {
  return /^C6[1-9]$/.test(code);
}
