/** AVS and CVV result codes with their names. Pure. */

const BOTH_MATCH = "Address and ZIP match";
const ZIP_MATCHES = "ZIP matches, address does not";
const ADDRESS_MATCHES = "Address matches, ZIP does not";
const NO_MATCH = "Address and ZIP do not match";

const AVS: Readonly<Record<string, string>> = {
  D: BOTH_MATCH,
  F: BOTH_MATCH,
  J: BOTH_MATCH,
  M: BOTH_MATCH,
  Q: BOTH_MATCH,
  V: BOTH_MATCH,
  X: "Address and 9-digit ZIP match",
  Y: BOTH_MATCH,
  L: ZIP_MATCHES,
  W: "9-digit ZIP matches, address does not",
  Z: ZIP_MATCHES,
  A: ADDRESS_MATCHES,
  B: ADDRESS_MATCHES,
  O: ADDRESS_MATCHES,
  P: ADDRESS_MATCHES,
  K: NO_MATCH,
  N: NO_MATCH,
  U: "Address information unavailable",
  R: "AVS could not be processed",
  S: "AVS not supported by the issuer",
  E: "AVS not supported for this business",
  C: "Invalid address and ZIP format (international)",
  I: "Address cannot be verified (international)",
  G: "Address cannot be verified (non-U.S. issuer)",
  "?": "Unknown result",
};

const CVV: Readonly<Record<string, string>> = {
  M: "Match",
  N: "No match",
  P: "Not processed",
  S: "Code is on the card, but the customer says it is not",
  U: "No information from the issuer",
  "?": "Unknown result",
};

const NOT_SENT = "_";

/** "Y Address and ZIP match". */
export function describeAvsCode(code: string): string {
  if (code === NOT_SENT) return "Not checked: no address was sent";
  return `${code} ${AVS[code] ?? "Unknown result"}`;
}

/** "M Match". */
export function describeCvvCode(code: string): string {
  if (code === NOT_SENT) return "Not checked: no security code was sent";
  return `${code} ${CVV[code] ?? "Unknown result"}`;
}

/** Undefined if there was no check. */
export function describeAvsResult(code: string | null): string | undefined {
  return code === null ? undefined : describeAvsCode(code);
}

export function describeCvvResult(code: string | null): string | undefined {
  return code === null ? undefined : describeCvvCode(code);
}

/** The codes that decline a payment: "NU" becomes two names, and no code "None". */
export function describeAvsCodes(codes: string): string {
  return [...codes].map(describeAvsCode).join("; ") || "None";
}

export function describeCvvCodes(codes: string): string {
  return [...codes].map(describeCvvCode).join("; ") || "None";
}
