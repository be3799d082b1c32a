/** Long runs have two sizes: a short one in every `npm test`, the full one in `npm run proof`. */
export const IS_PROOF = process.env["PROOF"] === "full";

export function tier(short: number, full: number): number {
  return IS_PROOF ? full : short;
}
