/** Reads a page of the charges that a card host lists. A page with a charge that is wrong is refused. */
import { type HostCharge, readHostCharge } from "../../ports/host-charge.ts";
import type { ChargePage, ChargeRange } from "../../ports/processor.ts";
import { isList, isMembers, type Json } from "../https-client/json.ts";

/** A page fits into the longest answer that is read. */
export const CHARGES_PER_PAGE = 200;
const MARK_MAX = 500;

export function chargesBody({ from, to }: ChargeRange, after: string | undefined): string {
  const range = { from: from.toString(), to: to.toString() };
  return JSON.stringify({ ...range, ...(after && { after }), limit: CHARGES_PER_PAGE });
}

/** Undefined: not understood. */
export function readCharges(said: Json): ChargePage | undefined {
  if (!isMembers(said) || !isList(said["charges"])) return undefined;
  const charges = said["charges"].map(readOne);
  if (!charges.every((charge) => charge !== undefined)) return undefined;
  const next = said["next"];
  if (next === undefined || next === null) return { kind: "listed", charges, next: undefined };
  // A page without charges that has a next one could go on forever.
  const isMark = typeof next === "string" && next !== "" && next.length <= MARK_MAX;
  return isMark && charges.length > 0 ? { kind: "listed", charges, next } : undefined;
}

function readOne(value: Json): HostCharge | undefined {
  const charge = isMembers(value) ? readHostCharge(value) : "";
  return typeof charge === "string" ? undefined : charge;
}
