/**
 * The thread of one HSM session. Functions of PKCS#11 are synchronous and may take long, so they run
 * here and not in the thread that answers requests. Only this thread reads the PIN.
 */
import { parentPort, workerData } from "node:worker_threads";
import { HsmCallAnswerer } from "./answer-hsm-calls.ts";
import type { HsmReply, HsmRequest, HsmThreadSettings } from "./hsm-calls.ts";
import { loadPkcs11 } from "./load-pkcs11.ts";

const answerer = new HsmCallAnswerer(workerData as HsmThreadSettings, loadPkcs11);

parentPort?.on("message", (request: HsmRequest) => {
  send(answerer.answer(request));
  if (request.name === "close") parentPort?.close();
});

/** Bytes are moved, not copied, so that no key stays in this thread. */
function send(reply: HsmReply): void {
  if (!("result" in reply && reply.result instanceof Uint8Array)) {
    parentPort?.postMessage(reply);
    return;
  }
  // A Buffer may share its memory with others.
  const own = Uint8Array.from(reply.result);
  reply.result.fill(0);
  parentPort?.postMessage({ number: reply.number, result: own }, [own.buffer]);
}
