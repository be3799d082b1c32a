/** Looks all day long whether banks have sent something or can be reached again. Any number may. */
import { setTimeout as pause } from "node:timers/promises";
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import type { BankConnection } from "../core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../core/ach/connections/connection-store.ts";
import { type BankTrouble, exchangeWithBank } from "../core/ach/exchange.ts";

export interface ExchangeJobNeeds {
  readonly ach: AchNeeds;
  readonly everyMs: number;
  readonly onTrouble: (trouble: BankTrouble) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Gives the way to end it. A bank whose last exchange is still running is left out of the next. */
export function startExchanging(needs: ExchangeJobNeeds): () => Promise<void> {
  const { ach, everyMs, onTrouble, onFailure } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const running = new Map<string, Promise<void>>();
  const exchange = async (bank: BankConnection) => {
    const { troubles } = await exchangeWithBank(ach, bank, ach.clock.business());
    for (const trouble of troubles) onTrouble(trouble);
    running.delete(bank.name);
  };
  const look = async () => {
    try {
      const banks = await new ConnectionStore(ach.db).all();
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
    await Promise.all(running.values());
  };
  const looking = run();
  return () => {
    ending.abort();
    return looking;
  };
}
