/** The doctor's checks of named card hosts, their files and their certificates. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { turnSafeModeOn } from "../../src/core/safe-mode/change-safe-mode.ts";
import type { CardHostConnection } from "../../src/ports/card-host-settings.ts";
import { makeCertificate } from "../kit/certificate.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { examine, saidBy } from "../kit/doctor.ts";
import { IsoCardHost } from "../kit/iso-card-host.ts";
import { makeFolder } from "../kit/process.ts";
import { openReceiver } from "../kit/receiver.ts";
import { openShared } from "../kit/shared.ts";

const area = "card-hosts";

/** Each test adds hosts of its own names. */
async function openHosts(t: TestContext) {
  const { url, owner } = await openShared(t, openSeededDatabase);
  const store = new CardHostStore(owner);
  const add = async (name: string, connection: CardHostConnection) => {
    await store.insertHost({ name, connection });
    t.after(() => store.markRemoved(name));
  };
  return { url, owner, add };
}

test("a named ISO 8583 host proves our credentials by its sign-on", async (t) => {
  const { url, add } = await openHosts(t);
  const host = await IsoCardHost.open(t, {});
  await add("switch", host.settings());
  await add("gone", { ...host.settings(), port: 1 });
  const findings = await examine({ area, url, settings: { PROCESSOR_TIMEOUT_MS: "2000" } });
  assert.match(saidBy(findings, "switch"), /^ok: The card host accepted the sign-on/);
  assert.match(saidBy(findings, "gone"), /^failing: .* accepted no sign-on: ECONNREFUSED/);
});

test("a named JSON host is asked for its charges, and accounts with its name are known", async (t) => {
  const { url, owner, add } = await openHosts(t);
  const refusing = await openReceiver(t, (response) => response.writeHead(403).end("{}"));
  await add("bridge", { kind: "json", url: refusing.url });
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "bridge"), /^failing: .*the host answered 403/);
  await owner.rows`update accounts set card_processor = 'bridge' where id = 120000000001`;
  t.after(() =>
    owner.rows`
    update accounts set card_processor = 'simulator' where id = 120000000001`.then(() => {}),
  );
  assert.match(saidBy(await examine({ area, url }), "accounts"), /^ok: .*bridge: 1, simulator/);
});

test("files of named hosts are checked, with the end of their certificates", async (t) => {
  const { url, add } = await openHosts(t);
  const folder = await makeFolder(t);
  const [certFile, certKeyFile] = [path.join(folder, "c.pem"), path.join(folder, "k.pem")];
  const { cert, key } = makeCertificate("client.test", -1);
  await writeFile(certFile, cert, { mode: 0o644 });
  await writeFile(certKeyFile, key, { mode: 0o644 });
  await add("bridge", { kind: "json", url: "https://host.example", certFile, certKeyFile });
  const modes = saidBy(await examine({ area: "files", url }), "card host bridge");
  assert.match(modes, /^warning: Other users can read or change .*k\.pem/m);
  assert.match(modes, /^ok: .*c\.pem has mode 0644/m);
  const certificates = await examine({ area: "certificates", url });
  assert.match(
    saidBy(certificates, "bridge"),
    /^failing: The client certificate for card host bridge expired/,
  );
});

test("in safe mode no card host is called, named or of the settings", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  const named = await openReceiver(t, (response) => response.end('{"charges": []}'));
  const ofSettings = await openReceiver(t, (response) => response.end('{"charges": []}'));
  const connection = { kind: "json", url: named.url } as const;
  await new CardHostStore(owner).insertHost({ name: "bridge", connection });
  await turnSafeModeOn(owner, { kind: "command_line", name: "ann" }, "restored");
  const settings = { CARD_HOST_URL: ofSettings.url, CARD_HOST_KEY: "key-of-the-host-4711" };
  const findings = await examine({ area, url, settings });
  for (const name of ["host", "bridge"]) {
    assert.match(saidBy(findings, name), /^skipped: Not checked, because safe mode is on/);
  }
  assert.deepEqual([named.arrivals.length, ofSettings.arrivals.length], [0, 0]);
});
