/** The return rates of accounts, compared with Nacha's limits. */
import type { Database } from "../../db/database.ts";
import { allReturnCodes, type ReturnCategory } from "./codes/return-code.ts";
import { ReturnRateStore } from "./return-rate-store.ts";
import { achDay } from "./settlement.ts";

export const RETURN_RATE_DAYS = 60;

/** Fractions: 0.005 is 0.5 %. */
export const RETURN_RATE_LIMITS = { unauthorized: 0.005, administrative: 0.03, overall: 0.15 };
/** The share of a limit from which a rate is near it. */
const NEAR_LIMIT = 0.8;
export type ReturnRateKind = keyof typeof RETURN_RATE_LIMITS;
export const RETURN_RATE_KINDS = Object.keys(RETURN_RATE_LIMITS) as readonly ReturnRateKind[];
export type RateLevel = "near" | "over";

export interface ReturnRates {
  readonly accountId: string;
  readonly accountName: string | null;
  /** Debits that settled within the last sixty days. */
  readonly debits: number;
  readonly returned: Readonly<Record<ReturnRateKind, number>>;
  readonly rates: Readonly<Record<ReturnRateKind, number>>;
  /** Rates that exceed their limit. */
  readonly over: readonly ReturnRateKind[];
  /** Rates that are near their limit and do not exceed it. */
  readonly near: readonly ReturnRateKind[];
}

/** For one account, or for all accounts that have sent debits. */
export async function returnRates(
  db: Database,
  now: Temporal.Instant,
  accountId?: string,
): Promise<ReturnRates[]> {
  const to = achDay(now);
  const rows = await new ReturnRateStore(db).countReturns({
    after: to.subtract({ days: RETURN_RATE_DAYS }),
    to,
    accountId,
    unauthorized: listCodes("unauthorized"),
    administrative: listCodes("administrative"),
  });
  return rows.map(({ accountId: id, accountName, debits, ...returned }) => {
    const rate = (kind: ReturnRateKind) => returned[kind] / debits;
    const rates = {
      unauthorized: rate("unauthorized"),
      administrative: rate("administrative"),
      overall: rate("overall"),
    };
    const listKinds = (level: RateLevel) =>
      RETURN_RATE_KINDS.filter((kind) => judgeRate(kind, rates[kind]) === level);
    const [over, near] = [listKinds("over"), listKinds("near")];
    return { accountId: id, accountName, debits, returned, rates, over, near };
  });
}

/** For the alerts, the console and `ach rates` alike. Undefined: the rate is well below its limit. */
export function judgeRate(kind: ReturnRateKind, rate: number): RateLevel | undefined {
  const limit = RETURN_RATE_LIMITS[kind];
  if (rate > limit) return "over";
  return rate >= limit * NEAR_LIMIT ? "near" : undefined;
}

function listCodes(category: ReturnCategory): string[] {
  return allReturnCodes()
    .filter((one) => one.category === category)
    .map(({ code }) => code);
}
