/** The connected banks, their next cutoffs, and return rates. */

import type { BankConnection } from "../../../../core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../../../../core/ach/connections/connection-store.ts";
import { nextCutOff, settlementDate } from "../../../../core/ach/cut-offs.ts";
import {
  RETURN_RATE_DAYS,
  RETURN_RATE_LIMITS,
  returnRates,
} from "../../../../core/ach/return-rates.ts";
import { CachedReading } from "../../../../core/figures/cached-reading.ts";
import type { Routes } from "../../routes.ts";
import type { OperationsBaseNeeds } from "../operations-needs.ts";
import type { BankLine, Banks, ReturnRatesView } from "./contract.ts";

/** Counting sixty days of entries is slow, so the result is cached. */
const RATES_FRESH_MS = 60_000;

export function addBanks(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  routes.get("/operations/banks", "operations", async (): Promise<Banks> => {
    const [now, banks] = [clock.business(), await new ConnectionStore(db).listConnections()];
    return { business: now.toString(), banks: banks.map((bank) => writeBank(bank, now)) };
  });
  const rates = new CachedReading(async (): Promise<ReturnRatesView> => {
    const now = clock.business();
    const accounts = await returnRates(db, now);
    return {
      days: RETURN_RATE_DAYS,
      countedAt: now.toString(),
      limits: RETURN_RATE_LIMITS,
      accounts: accounts.toSorted((one, other) => other.rates.overall - one.rates.overall),
    };
  }, RATES_FRESH_MS);
  routes.get("/operations/return-rates", "operations", () => rates.read());
}

/** Lists every member, so that the sealed offset account is never sent. */
function writeBank(bank: BankConnection, now: Temporal.Instant): BankLine {
  return {
    name: bank.name,
    network: bank.network,
    destination: bank.destination,
    destinationName: bank.destinationName,
    origin: bank.origin,
    originName: bank.originName,
    odfi: bank.odfi,
    writesOffset: bank.writesOffset,
    windows: bank.windows.map((window) => {
      const nextAt = nextCutOff([window], now);
      return {
        name: window.name,
        nextAt: nextAt.toString(),
        settlesOn: settlementDate(window, nextAt).toString(),
      };
    }),
  };
}
