/**
 * Delivers events of the outbox for as long as the process runs, with short pauses while nothing is
 * due. Any number of processes may do this at once.
 */
import type { Dispatcher } from "../core/outbox/dispatcher.ts";

export interface DeliverNeeds {
  /** One for each kind of event. */
  readonly dispatchers: readonly Dispatcher[];
  readonly onFailure: (error: unknown) => void;
  /** True: deliver nothing for now. */
  readonly isHeld?: () => boolean;
}

export interface Delivering {
  /** Starts no more deliveries. Running ones may finish within the time; the others are released. */
  stop(withinMs: number): Promise<void>;
}

const IDLE_MS = 250;
const FAILED_MS = 1_000;

export function startDelivering(needs: DeliverNeeds): Delivering {
  const { dispatchers, onFailure, isHeld = () => false } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = dispatchers.map((dispatcher) => drain(dispatcher, { signal, onFailure, isHeld }));
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
  readonly isHeld: () => boolean;
}

async function drain(dispatcher: Dispatcher, loop: Loop): Promise<void> {
  const { signal, onFailure, isHeld } = loop;
  while (!signal.aborted) {
    let pauseMs = IDLE_MS;
    try {
      if (!isHeld() && (await dispatcher.startRound()) > 0) continue;
    } catch (error) {
      onFailure(error);
      pauseMs = FAILED_MS;
    }
    if (!signal.aborted) await dispatcher.waitForChange(pauseMs);
  }
}
