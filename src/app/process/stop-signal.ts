/** Signals to the process: the first one stops it, a second one ends it at once, SIGHUP reloads. */
import { setTimeout as pause } from "node:timers/promises";
import { isatty } from "node:tty";
import { commandProcess } from "../../ports/command-process.ts";

export interface StopSignal {
  /** Resolves with the name of the signal. */
  readonly requested: Promise<string>;
  isRequested(): boolean;
  /** Stops the process as a signal does, with exit code 1. */
  stopWithError(why: string): void;
  /** Runs on every SIGHUP. */
  onReload(work: () => void): void;
  /** Work to begin before the process exits, even if there is no time to finish it. */
  beforeLeaving(work: () => Promise<void>): void;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** One Ctrl-C arrives up to three times: from the terminal, from npm and from our launcher. */
const SAME_SIGNAL_MS = 200;
/** The process exits after this time, whatever hangs. */
const STOP_WITHIN_MS = 29_000;
const LEAVE_WITHIN_MS = 200;

const STARTED_AT_TERMINAL = isatty(0);

/** A terminal that closes also sends SIGHUP. Then a process that was started in it stops. */
function isTerminalGone(): boolean {
  return STARTED_AT_TERMINAL && !isatty(0);
}

export function listenForStop(): StopSignal {
  const own = commandProcess();
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  let requestedMs: number | undefined;
  let lastWork = async () => {};
  let reload = () => {};

  const leave = async () => {
    await Promise.race([lastWork().catch(() => {}), pause(LEAVE_WITHIN_MS)]);
    own.exit(1);
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

  for (const signal of SIGNALS) own.on(signal, hear);
  own.on("SIGHUP", () => (isTerminalGone() ? hear("SIGHUP") : reload()));
  // Started by our launcher: without it, nobody could stop this process.
  if (own.send !== undefined) own.once("disconnect", () => hear("disconnect"));
  return {
    requested,
    isRequested: () => requestedMs !== undefined,
    stopWithError: (why) => {
      own.exitCode = 1;
      if (requestedMs === undefined) hear(why);
    },
    onReload: (work) => {
      reload = work;
    },
    beforeLeaving: (work) => {
      lastWork = work;
    },
  };
}
