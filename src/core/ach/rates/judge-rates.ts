/** Which return rates are near or above the limits of the network, per account and company. Pure. */
import { companyId } from "../files/ach-entry.ts";
import {
  judgeRate,
  type RateLevel,
  RETURN_RATE_KINDS,
  type ReturnRateKind,
  type ReturnRates,
} from "../return-rates.ts";

export interface RateAlert {
  /** A company is what several accounts send as, if the last nine digits of their numbers agree. */
  readonly scope: "account" | "company";
  readonly subjectId: string;
  readonly kind: ReturnRateKind;
  readonly level: RateLevel;
  /** A fraction: 0.005 is 0.5 %. */
  readonly rate: number;
  readonly returned: number;
  readonly debits: number;
}

type Counts = Pick<ReturnRates, "debits" | "returned">;
type Subject = Counts & Pick<RateAlert, "scope" | "subjectId">;

export function judgeRates(rates: readonly ReturnRates[]): readonly RateAlert[] {
  const accounts = rates.map(({ accountId, debits, returned }) => ({
    ...{ scope: "account" as const, subjectId: accountId },
    ...{ debits, returned },
  }));
  return [...accounts, ...listCompanies(rates)].flatMap(judgeSubject);
}

/** Only companies of several accounts. The others have the rates of their account. */
function listCompanies(rates: readonly ReturnRates[]): readonly Subject[] {
  const companies = Map.groupBy(rates, ({ accountId }) => companyId(accountId));
  return [...companies]
    .filter(([, members]) => members.length > 1)
    .map(([subjectId, members]) => ({ scope: "company", subjectId, ...sumCounts(members) }));
}

function sumCounts(members: readonly Counts[]): Counts {
  const sum = (pick: (one: Counts) => number) => members.reduce((all, one) => all + pick(one), 0);
  return {
    debits: sum(({ debits }) => debits),
    returned: {
      unauthorized: sum(({ returned }) => returned.unauthorized),
      administrative: sum(({ returned }) => returned.administrative),
      overall: sum(({ returned }) => returned.overall),
    },
  };
}

function judgeSubject({ scope, subjectId, debits, returned: counts }: Subject): RateAlert[] {
  return RETURN_RATE_KINDS.flatMap((kind) => {
    const returned = counts[kind];
    const rate = returned / debits;
    const level = judgeRate(kind, rate);
    return level === undefined ? [] : [{ scope, subjectId, kind, level, rate, returned, debits }];
  });
}
