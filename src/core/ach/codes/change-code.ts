/** Notification of change (NOC) codes with Nacha's titles, and the corrected data of each code. */

/** The parts of the corrected data, in the order in which `noc_data` shows them. */
export type CorrectedPiece = "routing" | "account" | "code" | "name" | "id" | "foreignBank" | "sec";

export interface ChangeCode {
  readonly code: string;
  readonly title: string;
  /** First and last position in the corrected data, counted from 1. */
  readonly pieces: Readonly<Partial<Record<CorrectedPiece, readonly [from: number, to: number]>>>;
}

const CHANGES: readonly ChangeCode[] = [
  { code: "C01", title: "Incorrect DFI account number", pieces: { account: [1, 17] } },
  { code: "C02", title: "Incorrect routing number", pieces: { routing: [1, 9] } },
  {
    code: "C03",
    title: "Incorrect routing number and incorrect DFI account number",
    pieces: { routing: [1, 9], account: [13, 29] },
  },
  {
    code: "C04",
    title: "Incorrect individual name/receiving company name",
    pieces: { name: [1, 22] },
  },
  { code: "C05", title: "Incorrect transaction code", pieces: { code: [1, 2] } },
  {
    code: "C06",
    title: "Incorrect DFI account number and incorrect transaction code",
    pieces: { account: [1, 17], code: [21, 22] },
  },
  {
    code: "C07",
    title: "Incorrect routing number, incorrect DFI account number, and incorrect transaction code",
    pieces: { routing: [1, 9], account: [10, 26], code: [27, 28] },
  },
  {
    code: "C08",
    title: "Incorrect receiving DFI identification (IAT only)",
    pieces: { foreignBank: [1, 29] },
  },
  { code: "C09", title: "Incorrect individual identification number", pieces: { id: [1, 22] } },
  { code: "C13", title: "Addenda format error", pieces: {} },
  {
    code: "C14",
    title: "Incorrect SEC code for outbound international payment",
    pieces: { sec: [1, 3] },
  },
];

/** Codes with which the originating bank refuses a notification of change. */
const REFUSALS: Readonly<Record<string, string>> = {
  C61: "Misrouted notification of change",
  C62: "Incorrect trace number",
  C63: "Incorrect company identification number",
  C64: "Incorrect individual identification number/identification number",
  C65: "Incorrectly formatted corrected data",
  C66: "Incorrect discretionary data",
  C67: "Routing number not from original entry detail record",
  C68: "DFI account number not from original entry detail record",
  C69: "Incorrect transaction code",
};

const BY_CODE = new Map(CHANGES.map((change) => [change.code, change]));

export function findChangeCode(code: string): ChangeCode | undefined {
  return BY_CODE.get(code);
}

export function allChangeCodes(): readonly ChangeCode[] {
  return CHANGES;
}

export function refusalTitle(code: string): string | undefined {
  return REFUSALS[code];
}

/** C61 to C69 are reserved for refusals. */
export function isRefusal(code: string): boolean {
  return /^C6[1-9]$/.test(code);
}
