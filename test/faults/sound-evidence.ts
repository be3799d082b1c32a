/** Correct evidence for the tests of the checker, which falsify it. */
import type { Order, Row } from "./books.ts";
import { LOST_CENTS, NEVER_ARRIVES_CENTS, NOT_SENT_CENTS } from "./card-host.ts";
import { transactionKey } from "./checker-cases.ts";
import { type Heard, Ledger, type Outcome, type Payment, type Wish } from "./ledger.ts";
import { ACCOUNTS, type Status } from "./merchant.ts";

type Loose<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** The evidence of the checker, but mutable. */
export interface Forgeable {
  payments: Loose<Payment>[];
  orders: Loose<Order>[];
  rows: Loose<Row>[];
  statuses: Map<string, Loose<Status>>;
}

const TEMPORARY: Heard = { kind: "temporary" };
const BROKEN: Heard = { kind: "broken" };
const [ONE = "", OTHER = ""] = ACCOUNTS;

/** The result of a payment, from which its row, order and status are derived. */
interface Fate {
  readonly id: string;
  readonly host: "approved" | "declined" | "nothing";
  readonly message: string;
}

/** In this order: approved by id, by key, plain; declined; lost; never arrived; not sent; absent; cut short. */
export function soundEvidence(): Forgeable {
  const made: Forgeable = { payments: [], orders: [], rows: [], statuses: new Map() };
  const ledger = new Ledger("sound");
  const pay = (wish: Partial<Wish>, fate: Fate | undefined, ...heard: readonly Heard[]) => {
    const payment = ledger.open({ accountId: ONE, way: "id", type: "SALE", ...wish });
    payment.hearings.push(...heard.map((each) => ({ in: "storm" as const, heard: each })));
    record(made, payment, fate);
    return payment;
  };
  const settle = (wish: Partial<Wish>, fate: Fate) => {
    const payment = pay(wish, fate);
    const heard = expectedOutcome(payment, fate);
    payment.hearings.push({ in: "storm", heard });
    if (payment.way === "plain") return;
    payment.hearings.push({ in: "storm", heard: BROKEN });
    payment.hearings.push({ in: "calm", heard: { ...heard, isReplay: true } });
  };
  settle({ transactionId: "323000000001" }, approved("323000000001"));
  settle({ accountId: OTHER, way: "key" }, approved("323000000009"));
  settle({ way: "plain", type: "AUTHORIZATION" }, approved("323000000002"));
  const declined = { id: "323000000003", host: "declined", message: "DO NOT HONOR" } as const;
  settle({ way: "key", amountCents: 105 }, declined);
  const lost = { transactionId: "323000000004", amountCents: LOST_CENTS };
  pay(lost, approved("323000000004"), TEMPORARY);
  pay({ way: "plain", amountCents: NEVER_ARRIVES_CENTS }, unsent("323000000005"), TEMPORARY);
  pay({ way: "key", amountCents: NOT_SENT_CENTS }, unsent("323000000006"), TEMPORARY, TEMPORARY);
  pay({ transactionId: "323000000007" }, undefined, BROKEN);
  pay({ transactionId: "323000000008", isWhole: false }, undefined, BROKEN);
  made.payments = ledger.payments;
  return made;
}

function approved(id: string): Fate {
  return { id, host: "approved", message: "APPROVED" };
}

function unsent(id: string): Fate {
  return { id, host: "nothing", message: "NOT SENT" };
}

const CODE = "A1B2C3";

function expectedOutcome({ amountCents }: Payment, { id, host, message }: Fate): Outcome {
  return {
    kind: host === "approved" ? "approved" : "declined",
    transactionId: id,
    authorizationCode: host === "approved" ? CODE : undefined,
    amountCents,
    message,
    isReplay: false,
    body: `${id} ${message}`,
  };
}

function record(made: Forgeable, payment: Payment, fate: Fate | undefined): void {
  const { accountId, transactionId = "", type, amountCents, mark } = payment;
  if (fate === undefined) {
    const nothing = { found: false, isApproved: false, amountCents: 0, message: "" };
    made.statuses.set(transactionKey({ accountId, transactionId }), nothing);
    return;
  }
  const { id, host, message } = fate;
  const isApproved = host === "approved";
  const authorizationCode = isApproved ? CODE : undefined;
  const common = { accountId, transactionId: id, type, amountCents, message, authorizationCode };
  if (host !== "nothing") made.orders.push({ ...common, kind: host });
  const state = isApproved ? "sold" : "declined";
  made.rows.push({ ...common, state, isApproved, requestCents: amountCents, mark });
  made.statuses.set(transactionKey(common), { found: true, isApproved, amountCents, message });
}
