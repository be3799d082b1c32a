/** Turns the process of a gateway into the object that a test uses: each method sends one call. */
import type {
  CallAnswer,
  CallWish,
  CardHostOutcome,
  GatewayCallName,
  ReadyGateway,
} from "../src/app/testing/contract.ts";
import { type Duration, readMilliseconds } from "./durations.ts";
import type { NextCardOrder, SixdoorsGateway } from "./gateway.ts";
import type { GatewayProcess } from "./gateway-process.ts";

/** `waitMs` is the time that the call may wait on purpose. */
type Call = <Name extends GatewayCallName>(
  method: Name,
  wish: CallWish<Name>,
  waitMs?: number,
) => Promise<CallAnswer<Name>>;

const WAIT = "5s";

export function openGateway(
  process: GatewayProcess,
  ready: ReadyGateway,
  callWithin: Duration,
): SixdoorsGateway {
  const limitMs = readMilliseconds(callWithin);
  const call: Call = (method, wish, waitMs = 0) => process.call(method, wish, limitMs + waitMs);
  const { url, accounts, logins, webhookSecret } = ready;
  const [account] = accounts;
  if (account === undefined) throw new Error("The seeded data has no account.");
  const stop = () => process.stop();
  return {
    ...{ url, account, accounts, logins, pid: process.pid },
    get lastLogLines() {
      return process.lastLogLines;
    },
    clock: clockCalls(call),
    webhooks: webhookCalls(call, webhookSecret),
    mailbox: mailboxCalls(call),
    ach: achCalls(call),
    cardHost: cardHostCalls(call),
    reset: async () => void (await call("reset", {})),
    stop,
    // Early versions of Node 20 do not have the symbol, and then nobody can use it.
    [Symbol.asyncDispose ?? "dispose"]: stop,
  } as SixdoorsGateway;
}

function clockCalls(call: Call): SixdoorsGateway["clock"] {
  return {
    now: async () => new Date(await call("clock.now", {})),
    advance: (by) => call("clock.advance", { by }),
  };
}

function webhookCalls(call: Call, secret: string): SixdoorsGateway["webhooks"] {
  return {
    secret,
    next: async ({ within = WAIT, ...wish } = {}) => {
      const withinMs = readMilliseconds(within);
      return call("webhooks.next", { ...wish, withinMs }, withinMs);
    },
  };
}

function mailboxCalls(call: Call): SixdoorsGateway["mailbox"] {
  return {
    next: async ({ within = WAIT, ...wish } = {}) => {
      const withinMs = readMilliseconds(within);
      return call("mailbox.next", { ...wish, withinMs }, withinMs);
    },
    list: ({ to } = {}) => call("mailbox.list", { to }),
  };
}

function achCalls(call: Call): SixdoorsGateway["ach"] {
  return {
    cutoff: () => call("ach.cutoff", {}),
    return: (transactionId, code) => call("ach.return", { transactionId, code }),
    settle: (transactionId) => call("ach.settle", { transactionId }),
  };
}

function cardHostCalls(call: Call): SixdoorsGateway["cardHost"] {
  return {
    next: async (order) => void (await call("cardHost.next", readCardOrder(order))),
    reconcile: () => call("cardHost.reconcile", {}),
  };
}

function readCardOrder(order: NextCardOrder): CardHostOutcome {
  if ("decline" in order && typeof order.decline === "string" && order.decline !== "") {
    return { kind: "decline", reason: order.decline };
  }
  if ("loseAnswer" in order && order.loseAnswer) return { kind: "lose_answer" };
  if ("delay" in order) return { kind: "delay", ms: readMilliseconds(order.delay) };
  throw new TypeError(
    'cardHost.next takes { decline: "05" }, { loseAnswer: true } or { delay: "3s" }.',
  );
}
