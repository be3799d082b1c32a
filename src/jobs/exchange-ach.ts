/** Looks all day long whether banks have sent something or can be reached again. Any number may. */
import { setTimeout as pause } from "node:timers/promises";
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import { type BankTrouble, exchangeWithBanks } from "../core/ach/exchange.ts";

export interface ExchangeJobNeeds {
  readonly ach: AchNeeds;
  readonly everyMs: number;
  readonly onTrouble: (trouble: BankTrouble) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Gives the way to end it. */
export function startExchanging(needs: ExchangeJobNeeds): () => Promise<void> {
  const { ach, everyMs, onTrouble, onFailure } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const look = async () => {
    try {
      const { troubles } = await exchangeWithBanks(ach, ach.clock.business());
      for (const trouble of troubles) onTrouble(trouble);
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
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
