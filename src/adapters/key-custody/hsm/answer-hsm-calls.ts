/**
 * Answers the calls of hsm-calls.ts with one session, which `open` opens and replaces. Synchronous:
 * hsm-thread.ts runs it in a thread of its own. Clear keys are wiped after use.
 */
import { StartError } from "../../../ports/start-error.ts";
import { readServiceKey } from "../../https-client/key-file.ts";
import {
  computeCheckValue,
  deriveFromBaseKey,
  destroyBaseKey,
  importBaseKey,
} from "./held-base-key.ts";
import {
  asBuffer,
  type HsmCallName,
  type HsmFailure,
  type HsmInput,
  type HsmReply,
  type HsmRequest,
  type HsmResult,
  type HsmThreadSettings,
} from "./hsm-calls.ts";
import { ModuleError } from "./load-pkcs11.ts";
import { createPair, listPairs, unwrapWithPair, wrapWithPair } from "./master-key-pair.ts";
import type { Pkcs11 } from "./pkcs11.ts";
import { isPinRefused, isSessionLost, readPkcs11Failure } from "./pkcs11-errors.ts";
import {
  KeyNotFound,
  openTokenSession,
  TokenNotFound,
  type TokenSession,
} from "./token-session.ts";

type Calls = {
  readonly [Name in HsmCallName]: (input: HsmInput<Name>) => HsmResult<Name>;
};

export class HsmCallAnswerer {
  readonly #settings: HsmThreadSettings;
  readonly #loadLibrary: (file: string) => Pkcs11;
  #library: Pkcs11 | undefined;
  #session: TokenSession | undefined;
  readonly #calls: Calls = {
    open: () => this.#open(),
    close: ({ isLast }) => this.#close(isLast),
    createPair: ({ label }) => createPair(this.#opened(), label),
    listPairs: ({ label }) => listPairs(this.#opened(), label),
    wrap: ({ label, id, key, binding }) =>
      wiping(key, (clear) =>
        wrapWithPair(
          this.#opened(),
          { label, id: asBuffer(id) },
          { key: clear, binding: asBuffer(binding) },
        ),
      ),
    unwrap: ({ label, id, wrapped, binding }) =>
      unwrapWithPair(
        this.#opened(),
        { label, id: asBuffer(id) },
        { wrapped: asBuffer(wrapped), binding: asBuffer(binding) },
      ),
    importBaseKey: ({ label, kind, key }) =>
      wiping(key, (clear) => importBaseKey(this.#opened(), { label, kind }, clear)),
    deriveInitialKey: ({ label, id, kind, device }) =>
      deriveFromBaseKey(this.#opened(), { label, id: asBuffer(id), kind }, device),
    computeCheckValue: ({ label, id, kind }) =>
      computeCheckValue(this.#opened(), { label, id: asBuffer(id), kind }),
    destroyBaseKey: ({ id }) => {
      destroyBaseKey(this.#opened(), asBuffer(id));
      return null;
    },
  };

  constructor(settings: HsmThreadSettings, loadLibrary: (file: string) => Pkcs11) {
    this.#settings = settings;
    this.#loadLibrary = loadLibrary;
  }

  answer({ number, name, input }: HsmRequest): HsmReply {
    try {
      const call = this.#calls[name] as (input: unknown) => HsmResult<HsmCallName>;
      return { number, result: call(input) };
    } catch (error) {
      return { number, failure: describeFailure(error) };
    }
  }

  #opened(): TokenSession {
    if (this.#session === undefined) throw new SessionMissing();
    return this.#session;
  }

  #open(): null {
    const { module, pinFile, environment, ...choice } = this.#settings;
    this.#library ??= this.#loadLibrary(module);
    this.#forgetSession();
    const pin = { setting: "HSM_PIN_FILE", file: pinFile, environment };
    const readPin = () => readServiceKey(pin).reveal();
    this.#session = openTokenSession(this.#library, choice, readPin);
    return null;
  }

  /** The last session of the process also ends the use of the module. */
  #close(isLast: boolean): null {
    this.#forgetSession();
    if (isLast) this.#library?.C_Finalize();
    return null;
  }

  /** The session may be lost already, so closing it may fail. */
  #forgetSession(): void {
    const session = this.#session;
    this.#session = undefined;
    try {
      session?.close();
    } catch (error) {
      if (readPkcs11Failure(error) === undefined) throw error;
    }
  }
}

/** Nothing was opened yet, or opening failed. */
class SessionMissing extends Error {}

function describeFailure(error: unknown): HsmFailure {
  if (error instanceof ModuleError) return error.failure;
  if (error instanceof SessionMissing) {
    return { kind: "session_lost", code: "CKR_SESSION_CLOSED", call: "" };
  }
  if (error instanceof TokenNotFound) {
    return { kind: "token_not_found", presentLabels: error.presentLabels };
  }
  if (error instanceof KeyNotFound) return { kind: "key_not_found", why: error.message };
  if (error instanceof StartError) return { kind: "pin_unreadable", why: error.message };
  const failure = readPkcs11Failure(error);
  if (failure === undefined) return { kind: "broken", why: (error as Error).message };
  const { code, call } = failure;
  if (isPinRefused(failure)) return { kind: "pin_refused", code };
  return { kind: isSessionLost(failure) ? "session_lost" : "refused", code, call };
}

/** The clear key was copied into this thread. */
function wiping<Result>(key: Uint8Array, work: (key: Buffer) => Result): Result {
  try {
    return work(asBuffer(key));
  } finally {
    key.fill(0);
  }
}
