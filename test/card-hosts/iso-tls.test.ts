/** TLS to an ISO 8583 host: certificates of both sides. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { createServer, type TLSSocket } from "node:tls";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import type { IsoHostSettings } from "../../src/ports/card-host-settings.ts";
import { ORDER } from "../kit/card-host.ts";
import { makeCertificate, type TestCertificate } from "../kit/certificate.ts";
import { IsoCardHost } from "../kit/iso-card-host.ts";
import { until } from "../kit/until.ts";

const merchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5411" };

/** Encryption in front of a host, with the names in the clients' certificates. */
async function openTlsHost(t: TestContext, own: TestCertificate, trusted?: TestCertificate) {
  const host = await IsoCardHost.open(t);
  const clients: unknown[] = [];
  const asked = trusted && { ca: trusted.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...own, ...asked }, (socket: TLSSocket) => {
    clients.push(socket.getPeerCertificate().subject?.CN);
    const inner = connect(host.wire.port, "127.0.0.1");
    for (const one of [socket, inner]) one.on("error", () => {});
    socket.pipe(inner).pipe(socket);
  });
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { clients, settings: host.settings({ port, tls: true, connections: 1 }) };
}

async function writeFiles(t: TestContext, texts: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-iso-tls-"));
  t.after(() => rm(folder, { recursive: true }));
  const files = Object.entries(texts).map(async ([name, text]) => {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return [name, file];
  });
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>;
}

function open(t: TestContext, settings: IsoHostSettings) {
  const troubles: string[] = [];
  const processor = openIsoProcessor(settings, {
    ...{ name: "switch", environment: "production", limitMs: 5_000 },
    onTrouble: () => {},
    onConnectionTrouble: (why) => troubles.push(why),
  });
  t.after(() => processor.close());
  return { processor, troubles };
}

test("an order goes over TLS, with a client certificate", async (t) => {
  const [own, client] = [makeCertificate("host"), makeCertificate("gateway")];
  const { settings, clients } = await openTlsHost(t, own, client);
  const { ca, cert, key } = await writeFiles(t, { ca: own.cert, ...client });
  const files = { caFile: ca, certFile: cert, certKeyFile: key };
  const { processor } = open(t, { ...settings, ...files });
  assert.equal((await processor.submit({ ...ORDER, merchant })).kind, "approved");
  assert.deepEqual(clients, ["gateway"]);
});

test("NODE_TLS_REJECT_UNAUTHORIZED cannot turn off the certificate check", async (t) => {
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  const { settings, clients } = await openTlsHost(t, makeCertificate("host"));
  const { processor, troubles } = open(t, settings);
  await until(() => troubles.length > 0);
  assert.deepEqual([processor.ready, clients], [0, []]);
});

test("a host whose certificate is not trusted is not connected", async (t) => {
  const { settings } = await openTlsHost(t, makeCertificate("host"));
  const { ca } = await writeFiles(t, { ca: makeCertificate("other").cert });
  const { processor, troubles } = open(t, { ...settings, caFile: ca });
  await until(() => troubles.length > 0);
  assert.equal(processor.ready, 0);
  assert.match(
    troubles[0] ?? "",
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
  );
});
