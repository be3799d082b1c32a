/**
 * Delivers events of the outbox for as long as the process runs, with short pauses while nothing is
 * due. Any number of processes may do this at once.
 */
import type { Dispatcher } from "../core/outbox/dispatcher.ts";

export interface DeliverNeeds {
  /** One for each kind of event. */
  readonly dispatchers: readonly Dispatcher[];
  readonly onFailure: (error: unknown) => void;
}

export interface Delivering {
  /** Starts no more deliveries. Running ones may finish within the time; the others are released. */
  stop(withinMs: number): Promise<void>;
}

const IDLE_MS = 250;
const FAILED_MS = 1_000;

export function startDelivering({ dispatchers, onFailure }: DeliverNeeds): Delivering {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = dispatchers.map((dispatcher) => drain(dispatcher, { signal, onFailure }));
  return {
    stop: async (withinMs) => {
      stopping.abort();
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop(withinMs)));
      await Promise.all(loops);
    },
  };
}

interface Loop {
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

async function drain(dispatcher: Dispatcher, { signal, onFailure }: Loop): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = IDLE_MS;
    try {
      if ((await dispatcher.startRound()) > 0) continue;
    } catch (error) {
      onFailure(error);
      pauseMs = FAILED_MS;
    }
    if (!signal.aborted) await dispatcher.waitForChange(pauseMs);
  }
}
