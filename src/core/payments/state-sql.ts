/** SQL lists of transaction states and types, made from the tables in moves.ts and transaction.ts. */
import { Sql } from "../../db/sql.ts";
import { type StateGroup, statesInGroups } from "./moves.ts";
import { ACH_ENTRY_TYPES, type TypeKind, typesOfKinds } from "./transaction.ts";

/**
 * Reads `in ('sold', 'forced')`: write `state ${inGroups("paid")}` or `state not ${inGroups(…)}`.
 * The names are constants in the text, so that the planner can match them with a partial index.
 */
export function inGroups(...groups: readonly StateGroup[]): Sql {
  return constantList(statesInGroups(...groups));
}

/** Reads `in ('SALE', 'CAPTURE')`: write `transaction_type ${inTypeKinds("payment")}`. */
export function inTypeKinds(...kinds: readonly TypeKind[]): Sql {
  return constantList(typesOfKinds(...kinds));
}

/**
 * The same states as the text of an array parameter: write `state = any (${RETURNED}::text[])`.
 * A statement that takes the list as a parameter keeps its fixed text, so it is planned once.
 */
export function groupArray(...groups: readonly StateGroup[]): string {
  return `{${statesInGroups(...groups).join(",")}}`;
}

function constantList(names: readonly string[]): Sql {
  return new Sql([`in (${names.map((name) => `'${name}'`).join(", ")})`], []);
}

/** Reads `in ('SALE', 'CREDIT')`. */
export const IN_ACH_ENTRY_TYPES = constantList(ACH_ENTRY_TYPES);
