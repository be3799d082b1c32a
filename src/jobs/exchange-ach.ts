/** Looks all day long whether banks have sent something or can be reached again. Any number may. */
import { setTimeout as pause } from "node:timers/promises";
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import type { BankConnection } from "../core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../core/ach/connections/connection-store.ts";
import { type BankFailure, exchangeWithBank } from "../core/ach/exchange.ts";

export interface ExchangeJobNeeds {
  readonly ach: AchNeeds;
  readonly everyMs: number;
  /** False: this machine's clock is wrong, so nothing may be dated by it. */
  readonly mayTrustClock: () => Promise<boolean>;
  readonly onBankFailure: (trouble: BankFailure) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Gives the way to end it within a time. A bank whose last exchange is still running is left out of the next. */
export function startExchanging(needs: ExchangeJobNeeds): (withinMs: number) => Promise<void> {
  const { ach, everyMs, mayTrustClock, onBankFailure, onFailure } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const running = new Map<string, Promise<void>>();
  const exchange = async (bank: BankConnection) => {
    const { failures: troubles } = await exchangeWithBank(ach, bank, ach.clock.business());
    for (const trouble of troubles) onBankFailure(trouble);
    running.delete(bank.name);
  };
  const look = async () => {
    try {
      if (!(await mayTrustClock())) return;
      const banks = await new ConnectionStore(ach.db).listConnections();
      const idle = banks.filter(({ name }) => !running.has(name));
      for (const bank of idle) running.set(bank.name, exchange(bank));
    } catch (error) {
      onFailure(error);
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await look();
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const looking = run();
  return async (withinMs) => {
    ending.abort();
    await looking;
    const late = pause(withinMs, undefined, { ref: false });
    await Promise.race([Promise.all(running.values()), late]);
  };
}
