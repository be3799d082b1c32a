/**
 * `test-gateway`: a gateway for a test suite. `sixdoors/testing` starts it, sends calls over the
 * channel between the processes, and ends it by closing the channel.
 */
import { openLog } from "../../app/log/logger.ts";
import type {
  CallAnswer,
  CallMessage,
  CallWish,
  GatewayCallName,
  GatewayMessage,
} from "../../app/testing/contract.ts";
import { TestCallError } from "../../app/testing/test-error.ts";
import { openTestGateway, type TestGateway } from "../../app/testing/test-gateway.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";

type Calls = {
  readonly [Name in GatewayCallName]: (wish: CallWish<Name>) => Promise<CallAnswer<Name>>;
};

/** The process exits after this time, whatever hangs. */
const STOP_WITHIN_MS = 8_000;

export async function testGatewayCommand(config: Config): Promise<void> {
  if (process.send === undefined) {
    throw new StartError(
      "This command is for sixdoors/testing, which starts it. See docs/testing.md.",
    );
  }
  // Ctrl-C reaches the whole group. The parent decides when its gateway ends.
  process.on("SIGINT", () => {});
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  process.once("disconnect", stop);
  process.once("SIGTERM", () => stop());
  const gateway = await openTestGateway(config, openLog(config));
  const calls = gatewayCalls(gateway, stop);
  process.on("message", (message: CallMessage) => void answerCall(calls, message));
  await send({ kind: "ready", ready: gateway.ready });
  await stopped;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await gateway.stop();
  process.exit(0);
}

function gatewayCalls(gateway: TestGateway, stop: () => void): Calls {
  const tools = () => gateway.current.tools;
  return {
    "clock.now": async () => tools().clock.now(),
    "clock.advance": ({ by }) => tools().clock.advance(by),
    "webhooks.next": (wish) => tools().webhooks.next(wish),
    "mailbox.next": (wish) => tools().emails.next(wish),
    "mailbox.list": ({ to }) => tools().emails.list(to),
    "ach.cutoff": () => tools().bank.sendWaiting(),
    "ach.return": ({ transactionId, code }) => tools().bank.returnEntry(transactionId, code),
    "ach.settle": ({ transactionId }) => tools().bank.settleEntry(transactionId),
    "cardHost.next": async (outcome) => {
      gateway.current.cardHost.addOutcome(outcome);
      return null;
    },
    "cardHost.reconcile": async () => ({ asked: await tools().clock.askCardHost() }),
    reset: () => gateway.reset().then(() => null),
    stop: async () => {
      stop();
      return null;
    },
  };
}

async function answerCall(calls: Calls, { id, method, wish }: CallMessage): Promise<void> {
  try {
    const call = calls[method] as (wish: unknown) => Promise<unknown>;
    await send({ kind: "answer", id, answer: await call(wish) });
  } catch (error) {
    const isKnown = error instanceof TestCallError;
    const message = isKnown ? error.message : `${method} failed: ${(error as Error).message}`;
    await send({ kind: "error", id, message });
  }
}

/** A parent that is gone gets no answer. */
function send(message: GatewayMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}
