/**
 * A thread in place of an HSM session, for tests of the pool. The label of `listPairs` is the script:
 * "slow <ms>" blocks like a module that does not return, "held" blocks until a file releases it,
 * "lost <code>" loses the session until it is opened again, "refused <code>" refuses a call until then,
 * and "crash" ends the thread.
 */
import { appendFileSync, existsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type {
  HsmReply,
  HsmRequest,
  HsmThreadSettings,
} from "../../src/adapters/key-custody/hsm/hsm-calls.ts";

const { module } = workerData as HsmThreadSettings;
let isOpen = false;
/** The first call after opening is the one that is repeated, so it is not lost again. */
let isRepeated = false;

function answer({ number, name, input }: HsmRequest): HsmReply {
  if (name === "open") return open(number);
  const { label = "" } = (input ?? {}) as { readonly label?: string };
  const [word = "", value = "CKR_SESSION_CLOSED"] = label.split(" ");
  if (word === "crash") process.exit(1);
  if (word === "slow") block(Number(value));
  while (word === "held" && !existsSync(`${module}.released`)) block(10);
  if (word === "lost" && !isRepeated) isOpen = false;
  const isRefused = word === "refused" && !isRepeated;
  isRepeated = false;
  if (isRefused) return { number, failure: { kind: "refused", code: value, call: "C_Sign" } };
  if (isOpen) return { number, result: [] };
  return { number, failure: { kind: "session_lost", code: value, call: "C_Sign" } };
}

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** The file of the module records every attempt. A file beside it makes the token refuse the PIN. */
function open(number: number): HsmReply {
  appendFileSync(module, "open\n");
  if (existsSync(`${module}.refused`)) {
    return { number, failure: { kind: "pin_refused", code: "CKR_PIN_INCORRECT" } };
  }
  if (existsSync(`${module}.removed`)) {
    return { number, failure: { kind: "token_not_found", presentLabels: [] } };
  }
  isOpen = true;
  isRepeated = true;
  return { number, result: null };
}

parentPort?.on("message", (request: HsmRequest) => {
  parentPort?.postMessage(answer(request));
  if (request.name === "close") parentPort?.close();
});
