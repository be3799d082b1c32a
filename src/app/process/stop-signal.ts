/** When to stop: the first signal asks for it, a second one means at once. SIGHUP means reload. */
import { setTimeout as pause } from "node:timers/promises";
import { isatty } from "node:tty";

export interface StopSignal {
  /** What asked for it. */
  readonly requested: Promise<string>;
  isRequested(): boolean;
  /** Runs on every SIGHUP. */
  onReload(work: () => void): void;
  /** What is begun even when there is no time left to wait for it. */
  beforeLeaving(work: () => Promise<void>): void;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** One Ctrl-C comes from the terminal, from npm and from our launcher, within moments. */
const SAME_SIGNAL_MS = 200;
/** Whatever hangs, we are gone within half a minute. */
const STOP_WITHIN_MS = 29_000;
const LEAVE_WITHIN_MS = 200;

const STARTED_AT_TERMINAL = isatty(0);

/** A terminal that is closed sends SIGHUP, too; whoever was started there ends with it. */
function isTerminalGone(): boolean {
  return STARTED_AT_TERMINAL && !isatty(0);
}

export function listenForStop(): StopSignal {
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  let requestedMs: number | undefined;
  let lastWork = async () => {};
  let reload = () => {};

  const leave = async () => {
    await Promise.race([lastWork().catch(() => {}), pause(LEAVE_WITHIN_MS)]);
    process.exit(1);
  };
  const hear = (signal: string) => {
    if (requestedMs !== undefined) {
      if (performance.now() - requestedMs > SAME_SIGNAL_MS) void leave();
      return;
    }
    requestedMs = performance.now();
    void pause(STOP_WITHIN_MS, undefined, { ref: false }).then(leave);
    resolve(signal);
  };

  for (const signal of SIGNALS) process.on(signal, hear);
  process.on("SIGHUP", () => (isTerminalGone() ? hear("SIGHUP") : reload()));
  // Started by our own launcher: when that is gone, nobody can ask any more.
  if (process.send !== undefined) process.once("disconnect", () => hear("disconnect"));
  return {
    requested,
    isRequested: () => requestedMs !== undefined,
    onReload: (work) => {
      reload = work;
    },
    beforeLeaving: (work) => {
      lastWork = work;
    },
  };
}
