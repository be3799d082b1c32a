/** The connections to an ISO 8583 host, against a host on a port. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { FieldValue, IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import {
  ConnectionSet,
  type ConnectionSetNeeds,
} from "../../src/adapters/iso8583/connection/connection-set.ts";
import {
  NETWORK_1987,
  NETWORK_1993,
} from "../../src/adapters/iso8583/connection/network-messages.ts";
import { responseType } from "../../src/adapters/iso8583/connection/pending-replies.ts";
import { ISO_1987 } from "../../src/adapters/iso8583/dialects/iso1987.ts";
import { ISO_1993 } from "../../src/adapters/iso8583/dialects/iso1993.ts";
import { IsoHost, type IsoHostRules } from "../kit/iso-host.ts";
import { until } from "../kit/until.ts";

const FRAMES = { bytes: 2, encoding: "binary" } as const;
const RULES = { spec: ISO_1987, network: NETWORK_1987, frames: FRAMES } as const;

interface Opened {
  readonly host: IsoHost;
  readonly set: ConnectionSet;
  readonly late: IsoMessage[];
  readonly trouble: string[];
}

async function openConnections(
  t: TestContext,
  rules: Partial<IsoHostRules> = {},
  needs: Partial<ConnectionSetNeeds> = {},
): Promise<Opened> {
  const host = await IsoHost.open(t, { ...RULES, ...rules });
  const [late, trouble]: [IsoMessage[], string[]] = [[], []];
  let traces = 0;
  const set = new ConnectionSet({
    ...{ spec: ISO_1987, network: NETWORK_1987, frames: FRAMES },
    address: { host: "127.0.0.1", port: host.port, tls: undefined },
    count: 1,
    connectMs: 1_000,
    replyMs: 2_000,
    echoEveryMs: 60_000,
    nextTrace: () => ({ stan: String(++traces).padStart(6, "0"), sentAt: "1117160000" }),
    onLateReply: (message) => void late.push(message),
    onTrouble: (why) => void trouble.push(why),
    ...needs,
  });
  t.after(() => set.close());
  return { host, set, late, trouble };
}

function sale(stan: string): IsoMessage {
  const fields: [number, FieldValue][] = [
    [3, "000000"],
    [4, "000000001234"],
    [11, stan],
  ];
  return { type: "0200", fields: new Map(fields) };
}

function approve({ type, fields }: IsoMessage): IsoMessage {
  return { type: responseType(type), fields: new Map(fields).set(39, "00") };
}

test("connections are signed on before they are used", async (t) => {
  const { host, set } = await openConnections(t, {}, { count: 3 });
  await until(() => set.ready === 3);
  assert.deepEqual(
    host.requests.map(({ type, fields }) => [type, fields.get(70)]),
    Array(3).fill(["0800", "001"]),
  );
});

test("without a signed-on connection nothing is sent", async (t) => {
  const { set } = await openConnections(t, { answersNetwork: () => false });
  assert.deepEqual(await set.request(sale("000100"), 1_000), {
    kind: "not_sent",
    why: "no connection is signed on",
  });
});

test("replies are matched in any order", async (t) => {
  const asked: IsoMessage[] = [];
  const { set } = await openConnections(t, {
    onRequest: (request, caller) => {
      asked.push(request);
      if (asked.length === 3) for (const one of asked.toReversed()) caller.send(approve(one));
    },
  });
  await until(() => set.ready === 1);
  const stans = ["000101", "000102", "000103"];
  const replies = await Promise.all(stans.map((stan) => set.request(sale(stan), 2_000)));
  assert.deepEqual(
    replies.map((reply) => reply.kind === "said" && reply.message.fields.get(11)),
    stans,
  );
});

test("a reply after the time limit is reported as late, and so is a second reply", async (t) => {
  const answers: (() => void)[] = [];
  const { set, late } = await openConnections(t, {
    onRequest: (request, caller) => answers.push(() => caller.send(approve(request))),
  });
  await until(() => set.ready === 1);
  const reply = await set.request(sale("000104"), 20);
  assert.deepEqual(reply, { kind: "silent", why: "no answer within 20 ms" });
  for (const answer of [...answers, ...answers]) answer();
  await until(() => late.length === 2);
  assert.deepEqual(
    late.map(({ fields }) => fields.get(11)),
    ["000104", "000104"],
  );
});

test("a cut makes what waits silent, and the connection is opened and signed on again", async (t) => {
  const { host, set } = await openConnections(t, { onRequest: (_, caller) => caller.cut() });
  await until(() => set.ready === 1);
  const reply = await set.request(sale("000105"), 2_000);
  assert.equal(reply.kind, "silent");
  await until(() => set.ready === 1);
  assert.equal(host.requests.filter(({ type }) => type === "0800").length, 2);
});

test("a host that does not answer an echo is connected again", async (t) => {
  let isDeaf = false;
  const rules = { answersNetwork: () => !isDeaf };
  const { set, trouble } = await openConnections(t, rules, { echoEveryMs: 10, replyMs: 30 });
  await until(() => set.ready === 1);
  isDeaf = true;
  await until(() => trouble.includes("the host did not answer an echo"));
  assert.equal(set.ready, 0);
  isDeaf = false;
  await until(() => set.ready === 1);
});

test("the host's own echo and sign-off are answered, and after a sign-off nothing is sent", async (t) => {
  const { host, set } = await openConnections(t);
  await until(() => set.ready === 1);
  const ask = (code: string, stan: string) => {
    const fields = new Map<number, FieldValue>([
      [7, "1117160000"],
      [11, stan],
      [70, code],
    ]);
    host.callers[0]?.send({ type: "0800", fields });
  };
  ask("301", "900001");
  ask("002", "900002");
  await until(() => host.requests.filter(({ type }) => type === "0810").length === 2);
  assert.equal(set.ready, 0);
  ask("001", "900003");
  await until(() => set.ready === 1);
});

test("bytes that are no message end the connection", async (t) => {
  const { host, set, trouble } = await openConnections(t);
  await until(() => set.ready === 1);
  host.callers[0]?.sendBytes(Buffer.from("0004ffffffff", "hex"));
  await until(() => trouble.length > 0);
  assert.match(trouble[0] ?? "", /^the host sent a message that cannot be read: /);
});

test("a host that is not there is tried again until it listens", async (t) => {
  const { host, set, trouble } = await openConnections(t);
  await until(() => set.ready === 1);
  const { port } = host;
  await host.stop();
  await until(() => trouble.includes("ECONNREFUSED"));
  await host.listen(port);
  await until(() => set.ready === 1, 10_000);
});

test("closing ends a connection that the host has signed off", async (t) => {
  const { host, set } = await openConnections(t);
  await until(() => set.ready === 1);
  const fields = new Map<number, FieldValue>([
    [7, "1117160000"],
    [11, "900002"],
    [70, "002"],
  ]);
  host.callers[0]?.send({ type: "0800", fields });
  await until(() => set.ready === 0);
  await set.close();
  await until(() => host.callers.length === 0);
});

test("a host that cuts after every sign-on is tried again after growing pauses", async (t) => {
  const { host, trouble } = await openConnections(t, {
    answersNetwork: () => {
      setImmediate(() => host.callers.at(-1)?.cut());
      return true;
    },
  });
  await until(() => trouble.length >= 3, 10_000);
  const signOns = host.requests.length;
  await pause(100);
  assert.ok(host.requests.length - signOns <= 1, "the third pause is longer than 0.4 seconds");
});

test("closing signs off", async (t) => {
  const { host, set } = await openConnections(t);
  await until(() => set.ready === 1);
  await set.close();
  assert.deepEqual(
    host.requests.map(({ fields }) => fields.get(70)),
    ["001", "002"],
  );
});

test("1993 signs on with its own message type and function code", async (t) => {
  const dialect = { spec: ISO_1993, network: NETWORK_1993 };
  const { host, set } = await openConnections(t, dialect, dialect);
  await until(() => set.ready === 1);
  assert.deepEqual(
    host.requests.map(({ type, fields }) => [type, fields.get(24)]),
    [["1804", "801"]],
  );
});
