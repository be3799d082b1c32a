/**
 * An HSM with a pool of sessions, each in a thread of its own. After a lost session or a
 * refused call, the session is opened again and the call repeated once. A PIN that was refused is not sent again until its file changes, by any process
 * with the same data folder, because most HSMs lock a token after a few wrong PINs.
 */
import { clearTimeout, setTimeout } from "node:timers";
import type { HsmHealth } from "../../../ports/key-custody.ts";
import { HSM_THREAD_FILE } from "../../../values/product-folder.ts";
import type { HsmCallName, HsmInput, HsmResult, HsmThreadSettings } from "./hsm-calls.ts";
import {
  HsmError,
  isRefusedPin,
  mayWorkInNewSession,
  refusedPinError,
  toStartError,
} from "./hsm-errors.ts";
import { RefusedPin } from "./refused-pin.ts";
import { SessionThread } from "./session-thread.ts";

export interface HsmSettings extends HsmThreadSettings {
  /** The number of sessions. */
  readonly sessions: number;
  /** How long one call may take. */
  readonly timeoutMs: number;
  /** The data folder, where processes tell each other about a refused PIN. */
  readonly dataDir?: string | undefined;
  /** The program of a thread. Default: the product's own; tests use a scripted one. */
  readonly threadFile?: string;
}

const WAITING_MAX = 10_000;
/** After a failure to open a session, calls fail at once for this time. */
const OPEN_AGAIN_MS = 1_000;

type TakeThread = (thread: SessionThread) => void;

/** How many HSMs of this process use a module. The last one ends its use. */
const usersOfModules = new Map<string, number>();

export class Hsm {
  readonly #settings: HsmSettings;
  readonly #threads: readonly SessionThread[];
  readonly #idle: SessionThread[];
  readonly #waiting = new Set<TakeThread>();
  /** Sessions are opened one after another, so that a wrong PIN is sent once. */
  #opening: Promise<void> = Promise.resolve();
  /** The last failure to open a session, until when it is not tried again. */
  #lastFailure: { readonly error: unknown; readonly untilMs: number } | undefined;
  readonly #refusedPin: RefusedPin;
  /** What the HSM said to the refused PIN, if this process has sent it. */
  #pinError: unknown;
  readonly #counts = { calls: 0, failures: 0, reopenings: 0 };

  constructor(settings: HsmSettings) {
    const { sessions, timeoutMs, module, threadFile = HSM_THREAD_FILE } = settings;
    this.#settings = settings;
    this.#refusedPin = new RefusedPin({
      pinFile: settings.pinFile,
      folder: settings.dataDir,
      token: `${module} ${settings.tokenLabel ?? settings.slot}`,
    });
    const onLateEnd = (thread: SessionThread) => this.#release(thread);
    const needs = { settings: threadSettings(settings), timeoutMs, threadFile, onLateEnd };
    this.#threads = Array.from({ length: sessions }, () => new SessionThread(needs));
    this.#idle = [...this.#threads];
    usersOfModules.set(module, (usersOfModules.get(module) ?? 0) + 1);
  }

  get counts(): HsmHealth["counts"] {
    return { ...this.#counts };
  }

  /** Calls the HSM with a free session, or waits for one. */
  async call<Name extends HsmCallName>(
    name: Name,
    input: HsmInput<Name>,
  ): Promise<HsmResult<Name>> {
    this.#counts.calls++;
    try {
      return await this.#withThread((thread) => this.#callInSession(thread, name, input));
    } catch (error) {
      this.#counts.failures++;
      throw error;
    }
  }

  /** Opens all sessions. Ends at the first error, so that a wrong PIN is sent once. */
  async open(): Promise<void> {
    for (const thread of this.#threads) await this.#openSession(thread);
  }

  async close(): Promise<void> {
    const { module } = this.#settings;
    const users = (usersOfModules.get(module) ?? 1) - 1;
    usersOfModules.set(module, users);
    const started = this.#threads.filter((thread) => thread.isStarted);
    for (const [at, thread] of started.entries()) {
      const isLast = users === 0 && at === started.length - 1;
      if (!thread.isBusy) await thread.call("close", { isLast }).catch(() => {});
      await thread.end();
    }
  }

  async #callInSession<Name extends HsmCallName>(
    thread: SessionThread,
    name: Name,
    input: HsmInput<Name>,
  ): Promise<HsmResult<Name>> {
    try {
      return await thread.call(name, input);
    } catch (error) {
      if (!mayWorkInNewSession(error)) throw error;
    }
    await this.#openSession(thread);
    this.#counts.reopenings++;
    return thread.call(name, input);
  }

  #openSession(thread: SessionThread): Promise<void> {
    const opened = this.#opening.then(() => this.#openNow(thread));
    this.#opening = opened.catch(() => {});
    return opened;
  }

  async #openNow(thread: SessionThread): Promise<void> {
    if (this.#refusedPin.isRefused()) throw this.#pinError ?? refusedPinError(this.#settings);
    const failure = this.#lastFailure;
    if (failure !== undefined && performance.now() < failure.untilMs) throw failure.error;
    const pinSeen = this.#refusedPin.describe();
    try {
      await thread.call("open", null);
      this.#lastFailure = undefined;
      this.#refusedPin.forget();
    } catch (error) {
      if (isRefusedPin(error)) {
        this.#refusedPin.remember(pinSeen);
        this.#pinError = error;
      } else this.#lastFailure = { error, untilMs: performance.now() + OPEN_AGAIN_MS };
      throw error;
    }
  }

  async #withThread<Result>(work: (thread: SessionThread) => Promise<Result>): Promise<Result> {
    const thread = this.#idle.pop() ?? (await this.#waitForThread());
    try {
      return await work(thread);
    } finally {
      // A thread that is still busy is released when its call ends.
      if (!thread.isBusy) this.#release(thread);
    }
  }

  #waitForThread(): Promise<SessionThread> {
    if (this.#waiting.size >= WAITING_MAX) throw busyError(`${WAITING_MAX} calls wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<SessionThread>();
    const { timeoutMs } = this.#settings;
    const take: TakeThread = (thread) => {
      clearTimeout(timer);
      resolve(thread);
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(take);
      reject(busyError(`no session was free within ${timeoutMs} ms`));
    }, timeoutMs);
    this.#waiting.add(take);
    return promise;
  }

  #release(thread: SessionThread): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      // A thread whose first opening was late is there already.
      if (!this.#idle.includes(thread)) this.#idle.push(thread);
      return;
    }
    this.#waiting.delete(next);
    next(thread);
  }
}

/** Opens the HSM of the settings. Throws a StartError that says what is wrong. */
export async function openHsm(settings: HsmSettings): Promise<Hsm> {
  const hsm = new Hsm(settings);
  try {
    await hsm.open();
    return hsm;
  } catch (error) {
    await hsm.close();
    throw toStartError(error);
  }
}

function threadSettings(settings: HsmSettings): HsmThreadSettings {
  const { module, pinFile, environment, tokenLabel, slot } = settings;
  return { module, pinFile, environment, tokenLabel, slot };
}

function busyError(why: string): HsmError {
  return new HsmError(`The HSM is busy: ${why}. Increase HSM_SESSIONS.`, "busy");
}
