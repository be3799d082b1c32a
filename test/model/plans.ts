/** What a step asks for, before it is known which transactions there are: made up by fast-check. */
import fc from "fast-check";
import { CARDS, READINGS, type Reading } from "./cards.ts";
import type { ChangeType, NewPaymentType } from "./payment-model.ts";

/** Which transaction is named. Small picks are the latest. */
export interface TargetPlan {
  readonly kind: "fit" | "any" | "foreign" | "unknown" | "unspent";
  readonly pick: number;
}

export type IdPlan = "none" | "fetched" | "fetched long ago" | "foreign" | "never issued" | "used";

interface AnyPlan {
  readonly account: 0 | 1;
  readonly id: IdPlan;
  readonly hasKey: boolean;
  /** With an id or a key: how often the same is sent at once. */
  readonly copies: number;
  readonly cashier: string | undefined;
}

export interface PaymentPlan extends AnyPlan {
  readonly type: NewPaymentType;
  readonly amount: string | undefined;
  readonly means: "keyed" | "token" | Reading;
  readonly card: number;
  readonly expiration: string;
  readonly token: TargetPlan;
  /** A new expiry with a token. */
  readonly sendsExpiration: boolean;
  readonly verification: string | undefined;
  readonly name: string | undefined;
  readonly street: string | undefined;
  readonly zip: string | undefined;
  readonly flags: readonly ("allow_partial" | "disable_avs" | "disable_cvv")[];
}

export interface ChangePlan extends AnyPlan {
  readonly type: ChangeType;
  readonly target: TargetPlan;
  /** Need not be said. Every payment of the model is by card. */
  readonly tender: "CARD" | "ACH" | undefined;
  /** In words, of what is left; or an amount that the host takes in its own way. */
  readonly amount: "none" | "all" | "part" | "more" | "zero" | { readonly text: string };
}

export interface BatchPlan extends AnyPlan {
  readonly type: "SETTLE-BATCH";
}

export type Plan = PaymentPlan | ChangePlan | BatchPlan;

type Weighted<Value> = readonly (readonly [weight: number, value: Value])[];

function weighted<Value>(...choices: Weighted<Value>): fc.Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}

function maybe<Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values));
}

export const account: fc.Arbitrary<0 | 1> = weighted([3, 0], [2, 1]);

const DECLINED = ["1.01", "1.02", "1.03", "1.04", "1.05", "1.06"];
const ORDINARY = ["10.00", "25.50", "3.07", "40", "7.5", "1.00", "0.01", "999999.99"];

const odd: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...DECLINED) },
  { weight: 3, arbitrary: fc.constant("1.90") },
  { weight: 2, arbitrary: fc.constant("1.91") },
  { weight: 1, arbitrary: fc.constant("1.92") },
  { weight: 2, arbitrary: fc.constant("1.20") },
);

const amount: fc.Arbitrary<string | undefined> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...ORDINARY) },
  { weight: 7, arbitrary: odd },
  { weight: 1, arbitrary: fc.constantFrom("0.00", undefined) },
);

export const target: fc.Arbitrary<TargetPlan> = fc.record({
  kind: weighted<TargetPlan["kind"]>(
    [20, "fit"],
    [9, "any"],
    [1, "foreign"],
    [1, "unknown"],
    [1, "unspent"],
  ),
  pick: fc.nat({ max: 9 }),
});

const anyPlan = {
  account,
  id: weighted<IdPlan>(
    [12, "none"],
    [6, "fetched"],
    [3, "fetched long ago"],
    [1, "foreign"],
    [1, "never issued"],
    [1, "used"],
  ),
  hasKey: weighted([2, false], [1, true]),
  copies: weighted([28, 1], [1, 2], [1, 3]),
  cashier: maybe("Ada", "Grace"),
};

/** The second one ends with the month in which a sequence begins. */
const EXPIRATIONS = ["1230", "0327"] as const;

export const paymentPlan: fc.Arbitrary<PaymentPlan> = fc.record({
  ...anyPlan,
  type: weighted<NewPaymentType>(
    [8, "SALE"],
    [6, "AUTHORIZATION"],
    [2, "CREDIT"],
    [2, "STORE"],
    [2, "FORCE"],
  ),
  amount,
  means: fc.oneof(
    { weight: 5, arbitrary: fc.constant("keyed" as const) },
    { weight: 3, arbitrary: fc.constant("token" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...READINGS) },
  ),
  card: fc.nat({ max: CARDS.length - 1 }),
  expiration: weighted([4, EXPIRATIONS[0]], [1, EXPIRATIONS[1]]),
  token: target,
  sendsExpiration: weighted([3, false], [1, true]),
  verification: maybe("123", "999", "000", "1234"),
  name: maybe("Hopper", "Lovelace"),
  street: maybe("1 Main Street"),
  zip: maybe("10001", "99999", "88888"),
  flags: fc.subarray(["allow_partial", "disable_avs", "disable_cvv"]),
});

const tender = weighted<ChangePlan["tender"]>([8, undefined], [4, "CARD"], [1, "ACH"]);

type Share = Exclude<ChangePlan["amount"], object>;

function changePlan<Type extends ChangeType>(
  type: Type,
  shares: Weighted<Share>,
  more: { readonly odd: number; readonly id?: fc.Arbitrary<IdPlan> },
): fc.Arbitrary<ChangePlan> {
  const id = more.id ?? anyPlan.id;
  const amount = fc.oneof(
    { weight: 15, arbitrary: weighted(...shares) },
    { weight: more.odd, arbitrary: odd.map((text) => ({ text })) },
  );
  return fc.record({ ...anyPlan, id, type: fc.constant(type), target, tender, amount });
}

/** An id fetched in advance is for requests that make a transaction: these do not. */
const seldom = weighted<IdPlan>([20, "none"], [1, "fetched"]);

export const capturePlan = changePlan(
  "CAPTURE",
  [
    [4, "all"],
    [4, "part"],
    [2, "more"],
    [1, "none"],
    [1, "zero"],
  ],
  { odd: 5, id: seldom },
);

export const refundPlan = changePlan(
  "REFUND",
  [
    [3, "none"],
    [3, "all"],
    [5, "part"],
    [2, "more"],
    [1, "zero"],
  ],
  { odd: 7 },
);

export const reversalPlan = changePlan(
  "REVERSAL",
  [
    [7, "none"],
    [3, "all"],
    [1, "part"],
    [1, "more"],
  ],
  { odd: 0 },
);

export const batchPlan: fc.Arbitrary<BatchPlan> = fc.record({
  ...anyPlan,
  id: seldom,
  type: fc.constant("SETTLE-BATCH" as const),
});
