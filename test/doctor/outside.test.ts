/** The doctor's checks of outside systems: card host, mail server and verification provider. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer as createPlainServer, type Socket } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from "node:tls";
import { openCardHost } from "../kit/card-host.ts";
import { makeCertificate, type TestCertificate } from "../kit/certificate.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { examine, PRODUCTION, saidBy } from "../kit/doctor.ts";
import { makeFolder } from "../kit/process.ts";
import { openReceiver, openSocket } from "../kit/receiver.ts";
import { openShared } from "../kit/shared.ts";
import { MAPPING } from "../kit/verification.ts";

const KEY = "key-of-the-host-4711";

async function askCardHost(url: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const settings = { CARD_HOST_URL: url, CARD_HOST_KEY: KEY, ...more };
  const findings = await examine({ area: "card-hosts", settings });
  assert.doesNotMatch(JSON.stringify(findings), new RegExp(KEY));
  return saidBy(findings, "host");
}

test("a card host that lists its charges accepts our credentials", async (t) => {
  const { url } = await openReceiver(t, (response) => response.end('{"charges": []}'));
  assert.match(await askCardHost(url), /^ok: The card host answers and accepts our credentials/);
});

test("a card host without a list of charges is reached, but proves no credentials", async (t) => {
  const { url } = await openReceiver(t, (response) => response.writeHead(404).end("{}"));
  assert.match(await askCardHost(url), /^ok: .* does not prove our credentials/);
});

test("a card host that refuses the key, is silent or is away fails", async (t) => {
  const refusing = await openReceiver(t, (response) => response.writeHead(401).end("{}"));
  const silent = await openSocket(t);
  assert.match(await askCardHost(refusing.url), /^failing: .*the host answered 401/);
  const impatient = { PROCESSOR_TIMEOUT_MS: "300" };
  assert.match(await askCardHost(silent.url, impatient), /^failing: .*no answer within 300 ms/);
  assert.match(await askCardHost("http://127.0.0.1:1/cards"), /^failing: .*ECONNREFUSED/);
});

test("the check of a card host places no order", async (t) => {
  const host = await openCardHost(t);
  await askCardHost(host.url);
  assert.deepEqual([host.arrivals.length, host.asked("orders").length], [1, 0]);
});

test("accounts with a card processor that is not configured are found, such as the simulator in production", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area: "card-hosts", url, settings: PRODUCTION });
  assert.match(
    saidBy(findings, "accounts"),
    /^failing: \d+ active accounts use the card processor simulator, which is not configured/,
  );
  const calm = await examine({ area: "card-hosts", url });
  assert.match(saidBy(calm, "accounts"), /^ok: .*simulator: \d+/);
});

interface MailServer {
  /** The lines of EHLO's answer. */
  readonly offers?: readonly string[];
  readonly login?: string;
  readonly certificate?: TestCertificate;
}

/** Greets, says what it offers, and judges a login. Everything else is refused. */
async function openMailServer(t: TestContext, { offers = [], login, certificate }: MailServer) {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const word = chunk.toString().slice(0, 4);
      heard.push(word);
      socket.write(`${answerTo(word, offers, login)}\r\n`);
    });
  };
  const server =
    certificate === undefined ? createPlainServer(serve) : createTlsServer(certificate, serve);
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard };
}

function answerTo(word: string, offers: readonly string[], login = "535 no"): string {
  if (word === "EHLO") return [...offers.map((offer) => `250-${offer}`), "250 HELP"].join("\r\n");
  if (word === "AUTH") return login;
  return word === "QUIT" ? "221 bye" : "502 not here";
}

async function askMailServer(url: string, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const sent = { SMTP_URL: url, MAIL_FROM: "post@sixdoors.example" };
  const findings = await examine({ area: "email", settings: { ...settings, ...sent } });
  assert.doesNotMatch(JSON.stringify(findings), /hidden-word/);
  return saidBy(findings, "SMTP_URL");
}

test("a mail server that refuses the login fails, and the password is not shown", async (t) => {
  const { port } = await openMailServer(t, { offers: ["AUTH PLAIN"] });
  const said = await askMailServer(`smtp://ann:hidden-word@127.0.0.1:${port}`);
  assert.match(said, /^failing: The mail server refuses our login \(EAUTH 535\)/);
});

test("a mail server that is away or does not speak fails", async (t) => {
  assert.match(await askMailServer("smtp://127.0.0.1:1"), /^failing: .* cannot be used \(E/);
  const { port } = await openMailServer(t, {});
  const said = await askMailServer(`smtps://127.0.0.1:${port}`);
  assert.match(said, /^failing: .* cannot be used/, "TLS with a server that has none");
});

test("a mail server without encryption is a warning in production, and no email is sent", async (t) => {
  const { port, heard } = await openMailServer(t, { offers: ["AUTH PLAIN"], login: "235 yes" });
  const url = `smtp://ann:hidden-word@127.0.0.1:${port}`;
  assert.match(await askMailServer(url, PRODUCTION), /^warning: .* offers no encryption/);
  assert.match(await askMailServer(url), /^ok: /);
  assert.ok(!heard.includes("MAIL"));
});

test("a mail server over TLS needs a certificate that is trusted", async (t) => {
  const certificate = makeCertificate("mail.test", 1);
  const { port } = await openMailServer(t, { certificate });
  const url = `smtps://127.0.0.1:${port}`;
  assert.match(await askMailServer(url), /^failing: .* cannot be used/);
  const before = getCACertificates("default");
  t.after(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, certificate.cert]);
  assert.match(await askMailServer(url, PRODUCTION), /^ok: .* over an encrypted connection/);
});

test("production without a mail server is a warning", async () => {
  const findings = await examine({ area: "email", settings: PRODUCTION });
  assert.match(saidBy(findings, "SMTP_URL"), /^warning: SMTP_URL is not set/);
});

test("a verification provider that accepts no connection fails, and is asked nothing", async (t) => {
  const folder = await makeFolder(t);
  const ask = async (url: string) => {
    const VERIFIER_FILE = path.join(folder, "provider.json");
    await writeFile(VERIFIER_FILE, JSON.stringify({ ...MAPPING, url }));
    const settings = { VERIFIER_FILE, VERIFIER_KEY: "provider-key" };
    return saidBy(await examine({ area: "verification", settings }), "VERIFIER_FILE");
  };
  const { url, arrivals } = await openReceiver(t);
  assert.match(await ask(url), /^ok: .* accepts connections/);
  assert.equal(arrivals.length, 0);
  assert.match(await ask("http://127.0.0.1:1/verify"), /^failing: .*\(ECONNREFUSED\)/);
  const tls = url.replace("http:", "https:");
  assert.match(await ask(tls), /^failing: .* accepts no connection/, "TLS without a server of it");
});

test("a mapping file with errors fails with all of them", async (t) => {
  const VERIFIER_FILE = path.join(await makeFolder(t), "provider.json");
  await writeFile(VERIFIER_FILE, '{"url": "ftp://provider.test"}');
  const findings = await examine({ area: "verification", settings: { VERIFIER_FILE } });
  assert.match(saidBy(findings, "VERIFIER_FILE"), /^failing: VERIFIER_FILE .*provider\.json/);
});
