/** TLS to a card host: certificates of both sides. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import {
  type CardHostSettings,
  openHttpProcessor,
} from "../../src/adapters/http-processor/open-http-processor.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { Secret } from "../../src/values/secret.ts";
import { ORDER } from "../kit/card-host.ts";
import { makeCertificate, type TestCertificate } from "../kit/certificate.ts";
import { openReceiver, openSocket } from "../kit/receiver.ts";

interface TlsHost {
  readonly url: string;
  /** The name in each client's certificate. */
  readonly clients: (string | undefined)[];
}

async function openTlsHost(
  t: TestContext,
  own: TestCertificate,
  trusted?: TestCertificate,
): Promise<TlsHost> {
  const clients: (string | undefined)[] = [];
  const asked = trusted && { ca: trusted.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...own, ...asked }, (request, response) => {
    const peer = (request.socket as TLSSocket).getPeerCertificate();
    clients.push(peer.subject?.CN as string | undefined);
    const { reference } = ORDER;
    response.end(JSON.stringify({ reference, outcome: "approved" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/cards`, clients };
}

function trust(t: TestContext, { cert }: TestCertificate): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  t.after(() => setDefaultCACertificates(before));
}

async function writePair(t: TestContext, { cert, key }: TestCertificate) {
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-card-host-"));
  t.after(() => rm(folder, { recursive: true }));
  const [certFile, certKeyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  await writeFile(certFile, cert);
  await writeFile(certKeyFile, key, { mode: 0o600 });
  return { certFile, certKeyFile };
}

function open(t: TestContext, changes: Partial<CardHostSettings>) {
  const host = openHttpProcessor({
    environment: "production",
    url: "https://cards.example",
    key: new Secret("host-key"),
    keyFile: undefined,
    certFile: undefined,
    certKeyFile: undefined,
    names: {
      key: "CARD_HOST_KEY_FILE",
      cert: "CARD_HOST_CERT_FILE",
      certKey: "CARD_HOST_CERT_KEY_FILE",
    },
    limitMs: 2_000,
    ...changes,
  });
  t.after(() => host.close());
  return host;
}

function says(pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

test("a host with a trusted certificate is asked", async (t) => {
  const own = makeCertificate("host");
  trust(t, own);
  const { url } = await openTlsHost(t, own);
  assert.equal((await open(t, { url }).submit(ORDER)).kind, "approved");
});

test("a host with an untrusted certificate gets no order: not sent", async (t) => {
  const { url, clients } = await openTlsHost(t, makeCertificate("stranger"));
  assert.deepEqual(await open(t, { url }).submit(ORDER), { kind: "not_sent" });
  assert.deepEqual(clients, []);
});

test("NODE_TLS_REJECT_UNAUTHORIZED cannot turn off the certificate check", async (t) => {
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  const { url, clients } = await openTlsHost(t, makeCertificate("stranger"));
  assert.deepEqual(await open(t, { url }).submit(ORDER), { kind: "not_sent" });
  assert.deepEqual(clients, []);
});

test("a host without TLS, or with a broken handshake, gets no order: not sent", async (t) => {
  const plain = await openReceiver(t);
  const rude = await openSocket(t, (one) => one.once("data", () => one.destroy()));
  for (const { url } of [plain, rude]) {
    const host = open(t, { url: url.replace("http:", "https:") });
    assert.deepEqual(await host.submit(ORDER), { kind: "not_sent" });
  }
});

test("a host that asks for a client certificate gets it", async (t) => {
  const [own, ours] = [makeCertificate("host"), makeCertificate("sixdoors")];
  trust(t, own);
  const { url, clients } = await openTlsHost(t, own, ours);
  const files = await writePair(t, ours);
  assert.equal((await open(t, { url, ...files }).submit(ORDER)).kind, "approved");
  assert.deepEqual(clients, ["sixdoors"]);
});

test("without a client certificate such a host gets no order, and nothing is approved", async (t) => {
  const [own, ours] = [makeCertificate("host"), makeCertificate("sixdoors")];
  trust(t, own);
  const { url, clients } = await openTlsHost(t, own, ours);
  // In TLS 1.3 the host refuses us after the order was sent, so it may have been read.
  assert.deepEqual(await open(t, { url }).submit(ORDER), { kind: "unknown" });
  assert.deepEqual(clients, []);
});

test("a certificate with the wrong key is reported at the start", async (t) => {
  const { key } = makeCertificate("other");
  const files = await writePair(t, { ...makeCertificate("sixdoors"), key });
  assert.throws(() => open(t, files), says(/^CARD_HOST_CERT_FILE and CARD_HOST_CERT_KEY_FILE/));
});

test("in production only the owner may read the key file", async (t) => {
  const files = await writePair(t, makeCertificate("sixdoors"));
  await chmod(files.certKeyFile, 0o644);
  assert.throws(() => open(t, files), says(/^Other users can read CARD_HOST_CERT_KEY_FILE/));
  const keyFile = files.certKeyFile;
  await writeFile(keyFile, "some-key\n");
  assert.throws(() => open(t, { key: undefined, keyFile }), says(/CARD_HOST_KEY_FILE .*0600/));
  open(t, { key: undefined, keyFile, environment: "certification" });
});

test("a missing file is reported in one sentence", (t) => {
  const missing = { key: undefined, keyFile: "no-such-key" };
  assert.throws(() => open(t, missing), says(/^CARD_HOST_KEY_FILE no-such-key cannot be read/));
});
