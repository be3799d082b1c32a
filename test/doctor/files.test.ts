/** The doctor's checks of disks, file modes, certificates and the folders of banks. */
import assert from "node:assert/strict";
import { chmod, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { DirectoryDrop } from "../../src/adapters/directory-drop.ts";
import { checkFolder } from "../../src/app/doctor/disk-checks.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { openTestAch } from "../kit/ach.ts";
import { connectSftp } from "../kit/bank-sftp.ts";
import { makeCertificate } from "../kit/certificate.ts";
import { StandingClock } from "../kit/clock.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { examine, PRODUCTION, saidBy } from "../kit/doctor.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { makeFolder } from "../kit/process.ts";

test("a folder in which no file can be written fails", async (t) => {
  const folder = await makeFolder(t);
  assert.equal((await checkFolder(folder)).level, "ok");
  // Nobody, not even root, can create a file here.
  const { level, found } = await checkFolder("/proc");
  assert.equal(level, "failing");
  assert.match(found, /No file can be written to \/proc/);
});

test("a folder that does not exist yet is skipped", async (t) => {
  const dataDir = path.join(await makeFolder(t), "later");
  const findings = await examine({ area: "disk", dataDir });
  assert.match(saidBy(findings, "data"), /^skipped: .*later does not exist yet/);
  assert.match(saidBy(findings, "banks"), /^skipped: /);
});

test("data that an upgrade of PostgreSQL left behind is a warning", async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(path.join(dataDir, "postgres"));
  const ask = async () => saidBy(await examine({ area: "disk", dataDir }), "old data");
  assert.match(await ask(), /^ok: /);
  for (const name of ["postgres-17.old", "postgresql-17"]) await mkdir(path.join(dataDir, name));
  assert.match(await ask(), /^warning: .* still has postgres-17\.old and postgresql-17 from/);
});

test("files with secrets that others can read fail in production", async (t) => {
  const folder = await makeFolder(t);
  const MASTER_KEY_FILE = path.join(folder, "master.key");
  const ask = async (settings: NodeJS.ProcessEnv) =>
    saidBy(await examine({ area: "files", settings }), "MASTER_KEY_FILE");
  assert.match(await ask({ ...PRODUCTION, MASTER_KEY_FILE }), /^failing: .* does not exist/);
  await writeFile(MASTER_KEY_FILE, "4b".repeat(32), { mode: 0o600 });
  assert.match(await ask({ ...PRODUCTION, MASTER_KEY_FILE }), /^ok: .* has mode 0600/);
  await chmod(MASTER_KEY_FILE, 0o644);
  assert.match(await ask({ ...PRODUCTION, MASTER_KEY_FILE }), /^failing: .*mode 0644/);
  assert.match(await ask({ MASTER_KEY_FILE }), /^warning: .*mode 0644/);
});

test("configuration that others can change is found", async (t) => {
  const VERIFIER_FILE = path.join(await makeFolder(t), "provider.json");
  await writeFile(VERIFIER_FILE, "{}");
  await chmod(VERIFIER_FILE, 0o664);
  const findings = await examine({ area: "files", settings: { ...PRODUCTION, VERIFIER_FILE } });
  assert.match(saidBy(findings, "VERIFIER_FILE"), /^failing: Other users can change/);
});

async function writeCertificate(t: TestContext, untilDays: number) {
  const folder = await makeFolder(t);
  const { cert, key } = makeCertificate("gateway.test", untilDays);
  const [certFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  return { certFile, keyFile };
}

test("an expired certificate fails, and one that expires soon is a warning", async (t) => {
  const ask = async (untilDays: number) => {
    const { certFile, keyFile } = await writeCertificate(t, untilDays);
    const settings = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    return saidBy(await examine({ area: "certificates", settings }), "TLS_CERT_FILE");
  };
  assert.match(await ask(-1), /^failing: The TLS certificate expired on /);
  assert.match(await ask(13), /^warning: The TLS certificate expires on /);
  assert.match(await ask(91), /^ok: The TLS certificate is valid for 9\d more days/);
});

test("a certificate for another name than PUBLIC_URL's is a warning", async (t) => {
  const { certFile, keyFile } = await writeCertificate(t, 90);
  const ask = async (PUBLIC_URL: string) => {
    const settings = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, PUBLIC_URL };
    return saidBy(await examine({ area: "certificates", settings }), "TLS_CERT_FILE");
  };
  assert.match(await ask("https://127.0.0.1:8443"), /^ok: .* is made for 127\.0\.0\.1/m);
  assert.match(
    await ask("https://pay.example.com"),
    /^warning: .* not made for pay\.example\.com/m,
  );
});

test("a certificate and a key that do not belong together fail", async (t) => {
  const [one, other] = [await writeCertificate(t, 90), await writeCertificate(t, 90)];
  const settings = { TLS_CERT_FILE: one.certFile, TLS_KEY_FILE: other.keyFile };
  const findings = await examine({ area: "certificates", settings });
  assert.match(saidBy(findings, "TLS_CERT_FILE"), /^failing: .* cannot be loaded/);
});

test("an expired client certificate for the card host fails", async (t) => {
  const { certFile, keyFile } = await writeCertificate(t, -1);
  const settings = {
    ...{ CARD_HOST_URL: "https://host.example", CARD_HOST_CERT_FILE: certFile },
    CARD_HOST_CERT_KEY_FILE: keyFile,
  };
  const findings = await examine({ area: "certificates", settings });
  assert.match(
    saidBy(findings, "CARD_HOST_CERT_FILE"),
    /^failing: The client certificate .*expired/,
  );
});

const BANK: BankConnection = {
  ...{ name: "first-bank", network: "directory" as const, destination: "061000146" },
  ...{ destinationName: "First Bank", origin: "1234567890", originName: "Sixdoors" },
  ...{ odfi: "06100014", windows: [], writesOffset: false, offsetSealed: undefined },
};

async function openBank(t: TestContext) {
  const { url, owner } = await openSeededDatabase(t);
  await new ConnectionStore(owner).addConnection(BANK);
  const root = await makeFolder(t);
  const clock = new StandingClock();
  const folders = await new DirectoryDrop({ root, clock }).makeFolders(BANK.name);
  const ask = async (settings: NodeJS.ProcessEnv = {}) =>
    examine({ area: "banks", url, settings: { ...settings, ACH_FOLDER: root } });
  const leave = async (folder: string, hours: number) => {
    const file = path.join(folder, "file.ach");
    await writeFile(file, "");
    const then = clock.wall().subtract({ hours }).epochMilliseconds / 1_000;
    await utimes(file, then, then);
  };
  return { folders, ask, leave };
}

test("the folders of a bank are checked, and files that nobody takes are found", async (t) => {
  const { folders, ask, leave } = await openBank(t);
  const said = async () => saidBy(await ask(), BANK.name);
  assert.match(
    await said(),
    /^ok: .*0 files to read, 0 for the bank to take. No file was read yet/,
  );
  await leave(folders.inbox, 1);
  assert.match(
    await said(),
    /^warning: 1 files of the bank wait in the inbox, the oldest for 60 min/,
  );
  await rm(path.join(folders.inbox, "file.ach"));
  await leave(folders.outbox, 72);
  assert.match(await said(), /^warning: 1 files wait in the outbox, the oldest for 3 days/);
  await rm(path.join(folders.outbox, "file.ach"));
  await mkdir(path.join(folders.tooLarge, "large"));
  assert.match(await said(), /^warning: 1 files of the bank are too large/);
});

test("a folder of a bank that is missing or open to everybody fails", async (t) => {
  const { folders, ask } = await openBank(t);
  await chmod(folders.outbox, 0o755);
  assert.match(saidBy(await ask(), BANK.name), /^failing: Every user can enter .*outbox/);
  await rm(folders.inbox, { recursive: true });
  assert.match(saidBy(await ask(), BANK.name), /^failing: Missing folders: .*inbox\.$/);
});

test("the simulated bank fails in production", async (t) => {
  const { ask } = await openBank(t);
  assert.match(saidBy(await ask(), "simulator"), /^ok: /);
  assert.match(
    saidBy(await ask(PRODUCTION), "simulator"),
    /^failing: .*simulator of certification/,
  );
});

test("the SFTP server of a bank is tried", { skip: WITHOUT_OPENSSH }, async (t) => {
  const ach = await openTestAch(t);
  const host = await OpenSsh.open(t);
  await connectSftp(ach, await host.makeBank());
  const said = async () =>
    saidBy(await examine({ area: "banks", url: ach.database.url }), "first-bank");
  assert.match(
    await said(),
    /^ok: .*@127\.0\.0\.1:\d+ accepts the login, and its folders are there/,
  );
  await host.stop();
  assert.match(await said(), /^failing: .*could not be reached: connect ECONNREFUSED/);
});
