/** The simulated ISO 8583 host, with which a connection can be tried without an acquirer. */
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import { openSimulatedHost } from "../../src/adapters/iso8583/simulated-host/simulated-host.ts";
import type { CardOrder } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { ORDER } from "../kit/card-host.ts";
import type { IsoDialect } from "../kit/iso-card-host.ts";

async function openBoth(t: TestContext, dialect: IsoDialect) {
  const settings = { dialect, header: "4 ascii", host: "127.0.0.1" } as const;
  const host = await openSimulatedHost({ ...settings, port: 0 });
  t.after(() => host.close());
  const processor = openIsoProcessor(
    {
      ...{ kind: "iso8583", tls: false, connections: 1, acquirerId: "1", echoSeconds: 60 },
      ...{ ...settings, port: host.port },
    },
    {
      ...{ name: "stand-in", environment: "certification", limitMs: 5_000 },
      onTrouble: () => {},
      onConnectionTrouble: () => {},
    },
  );
  t.after(() => processor.close());
  return { host, processor };
}

function anOrder(amount: number, own: Partial<CardOrder> = {}): CardOrder {
  const merchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5411" };
  return { ...ORDER, reference: randomUUIDv7(), merchant, amount: amount as Cents, ...own };
}

for (const dialect of ["1987", "1993"] as const) {
  test(`${dialect}: amounts decide as in the simulator of certification`, async (t) => {
    const { processor } = await openBoth(t, dialect);
    const approved = await processor.submit(anOrder(1_000));
    assert.ok(approved.kind === "approved");
    assert.match(approved.authorizationCode, /^[0-9A-Z]{6}$/);
    assert.deepEqual(await processor.submit(anOrder(102)), {
      kind: "declined",
      message: "INSUFFICIENT FUNDS",
    });
    const part = await processor.submit(anOrder(120, { allowsPartial: true }));
    assert.equal(part.kind === "approved" && part.amount, 100);
  });

  test(`${dialect}: an order that was reversed before it arrived is declined`, async (t) => {
    const { processor } = await openBoth(t, dialect);
    const order = anOrder(1_000);
    assert.equal(await processor.reverse(order), "reversed");
    assert.equal((await processor.submit(order)).kind, "declined");
  });
}

test("bytes that are no message end the connection, and others go on", async (t) => {
  const { host, processor } = await openBoth(t, "1987");
  const socket = connect(host.port, "127.0.0.1");
  socket.write("0004xxxx");
  await new Promise((resolve) => socket.once("close", resolve));
  assert.equal((await processor.submit(anOrder(1_000))).kind, "approved");
});
