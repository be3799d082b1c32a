/**
 * Compares the charges of the card host with our payments: what it charged and we do not know, and what
 * we have as approved and it does not list. Changes nothing.
 */
import type { HostCharge } from "../../ports/host-charge.ts";
import type { Cents } from "../../values/money.ts";
import { monthNumber, transactionId } from "../../values/transaction-id.ts";
import {
  type ChargeVerdict,
  type Difference,
  isTooYoung,
  judgeCharge,
  type Moment,
} from "./judge-charge.ts";
import type { ApprovedOrder, KnownOrderStore } from "./known-order-store.ts";

export interface FoundDifference {
  readonly difference: Difference;
  readonly charge: HostCharge;
}

export interface Comparison {
  /** How many charges got each verdict that is no difference. */
  readonly counts: Readonly<Record<Exclude<ChargeVerdict, Difference>, number>>;
  readonly differences: readonly FoundDifference[];
}

export interface HostList {
  readonly charges: readonly HostCharge[];
  /** The named card host. Undefined: the one of the settings, or the simulator. */
  readonly host?: string | undefined;
  /** Charges of orders that began in this time are all listed. Undefined: the list may have gaps. */
  readonly covers: { readonly from: Temporal.Instant; readonly to: Temporal.Instant } | undefined;
}

/** Orders that move money. A list has these; whether it has the others too is seen in it. */
const MONEY_TYPES = ["SALE", "CAPTURE", "FORCE", "REFUND", "CREDIT"];
const AT_ONCE = 500;
/** An id may be fetched in advance, and a capture has the id of an authorization of an earlier month. */
const ID_MONTHS_BACK = 2;

export async function compareCharges(
  orders: KnownOrderStore,
  list: HostList,
  moment: Moment,
): Promise<Comparison> {
  const accounts = new Set(await orders.listAccountIds());
  const counts = { agrees: 0, too_young: 0, too_old: 0, pending: 0, reversing: 0 };
  const differences: FoundDifference[] = [];
  const { first, differing } = listOnce(list.charges);
  for (const charge of differing) differences.push({ difference: "listed_differently", charge });
  for (const some of chunksByAccount(first)) {
    for (const [charge, verdict] of await judgeSome(orders, some, { accounts, moment })) {
      if (isDifference(verdict)) differences.push({ difference: verdict, charge });
      else counts[verdict]++;
    }
  }
  for await (const charge of findUnlisted(orders, list, { accounts, moment })) {
    differences.push({ difference: "unknown_at_host", charge });
  }
  return { counts, differences };
}

interface Known {
  readonly accounts: ReadonlySet<string>;
  readonly moment: Moment;
}

function isDifference(verdict: ChargeVerdict): verdict is Difference {
  return (
    verdict.startsWith("unknown") || verdict.endsWith("_here") || verdict === "listed_differently"
  );
}

async function judgeSome(
  orders: KnownOrderStore,
  some: readonly HostCharge[],
  { accounts, moment }: Known,
): Promise<readonly (readonly [HostCharge, ChargeVerdict])[]> {
  const accountId = some[0]?.accountId ?? "";
  if (!accounts.has(accountId)) return some.map((charge) => [charge, "unknown_account"]);
  const known = await orders.findOrders(accountId, some);
  return some.map((charge) => [charge, judgeCharge(charge, known.get(charge.reference), moment)]);
}

/** A reference that is listed twice is judged once. `differing` are the others that do not say the same. */
function listOnce(charges: readonly HostCharge[]) {
  const first = new Map<string, HostCharge>();
  const differing = charges.filter((charge) => {
    const known = first.getOrInsert(charge.reference, charge);
    return !ORDER_MEMBERS.every((member) => known[member] === charge[member]);
  });
  return { first: [...first.values()], differing };
}

const ORDER_MEMBERS = ["accountId", "transactionId", "transactionType", "amount"] as const;

function* chunksByAccount(charges: readonly HostCharge[]): Generator<readonly HostCharge[]> {
  for (const all of Map.groupBy(charges, ({ accountId }) => accountId).values()) {
    for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
  }
}

/** Business time leads wall time in certification, by the same amount for all recent orders. */
async function* findUnlisted(
  orders: KnownOrderStore,
  { charges, host, covers }: HostList,
  { accounts, moment }: Known,
): AsyncGenerator<HostCharge> {
  if (covers === undefined) return;
  const listed = new Set(charges.map(({ reference }) => reference));
  const types = new Set([...MONEY_TYPES, ...charges.map((charge) => charge.transactionType)]);
  const lead = moment.wall.until(moment.business);
  const [from, to] = [covers.from.add(lead), covers.to.add(lead)];
  const firstId = transactionId(monthNumber(from) - ID_MONTHS_BACK, 0);
  for (const accountId of accounts) {
    for await (const order of orders.listApprovedOrders(accountId, { from, to, firstId, host })) {
      const charge = toCharge(order, lead);
      if (listed.has(order.reference) || !types.has(order.transactionType)) continue;
      if (!isTooYoung(charge.chargedAt, moment)) yield charge;
    }
  }
}

function toCharge(order: ApprovedOrder, lead: Temporal.Duration): HostCharge {
  const { reference, accountId, transactionId: id, amountCents, startedAt } = order;
  const type = order.transactionType as HostCharge["transactionType"];
  const amount = amountCents as Cents;
  const chargedAt = startedAt.subtract(lead);
  return { reference, accountId, transactionId: id, transactionType: type, amount, chargedAt };
}
