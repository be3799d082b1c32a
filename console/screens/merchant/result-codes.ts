/** AVS and CVV result codes with their names. Pure. */

const AVS: Readonly<Record<string, string>> = {
  Y: "Address and ZIP match",
  X: "Address and 9-digit ZIP match",
  Z: "ZIP matches, address does not",
  W: "9-digit ZIP matches, address does not",
  A: "Address matches, ZIP does not",
  N: "Address and ZIP do not match",
  U: "Address information unavailable",
  R: "Issuer system unavailable, retry",
  E: "AVS data invalid",
  S: "AVS not supported by issuer",
  G: "Non-U.S. issuer, AVS not supported",
};

const CVV: Readonly<Record<string, string>> = {
  M: "Match",
  N: "No match",
  P: "Not processed",
  S: "Should be on the card, but was not provided",
  U: "Issuer not certified or unable to process",
};

const NOT_SENT = "_";

/** "Y Address and ZIP match". Undefined if there was no check. */
export function describeAvsResult(code: string | null): string | undefined {
  if (code === NOT_SENT) return "Not checked: no address was sent";
  return code === null ? undefined : `${code} ${AVS[code] ?? "Unknown result"}`;
}

/** "M Match". Undefined if there was no check. */
export function describeCvvResult(code: string | null): string | undefined {
  if (code === NOT_SENT) return "Not checked: no security code was sent";
  return code === null ? undefined : `${code} ${CVV[code] ?? "Unknown result"}`;
}
