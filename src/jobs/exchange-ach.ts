/** Sends waiting ACH files and reads files from banks, all day. Any number of processes may do it. */
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import type { BankConnection } from "../core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../core/ach/connections/connection-store.ts";
import { type BankFailure, exchangeWithBank } from "../core/ach/exchange.ts";
import { watchReturnRates } from "../core/ach/rates/watch-rates.ts";
import { repeatRounds, waitForAll } from "./repeat-rounds.ts";

export interface ExchangeJobNeeds {
  readonly ach: AchNeeds;
  readonly everyMs: number;
  /** False: this machine's clock is wrong, so nothing may be dated by it. */
  readonly mayTrustClock: () => Promise<boolean>;
  readonly onBankFailure: (failure: BankFailure) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Returns a function that stops it within a time. A bank is skipped while its last exchange is still
 * running.
 */
export function startExchanging(needs: ExchangeJobNeeds): (withinMs: number) => Promise<void> {
  const { ach, everyMs, mayTrustClock, onBankFailure, onFailure } = needs;
  const running = new Map<string, Promise<void>>();
  const exchange = async (bank: BankConnection) => {
    const { failures, items } = await exchangeWithBank(ach, bank, ach.clock.business());
    // Returns may raise a rate above its limit at any time of the day.
    if (items > 0) await watchReturnRates(ach, ach.clock.business()).catch(onFailure);
    for (const failure of failures) onBankFailure(failure);
    running.delete(bank.name);
  };
  const startIdleBanks = async () => {
    if (!(await mayTrustClock())) return;
    const banks = await new ConnectionStore(ach.db).listConnections();
    const idle = banks.filter(({ name }) => !running.has(name));
    for (const bank of idle) running.set(bank.name, exchange(bank));
  };
  const stop = repeatRounds(async () => {
    await startIdleBanks().catch(onFailure);
    return everyMs;
  });
  return async (withinMs) => {
    await stop();
    await waitForAll(running.values(), withinMs);
  };
}
