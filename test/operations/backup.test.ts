/**
 * Backups of the embedded server under load: a restore to a moment has exactly the payments that were
 * acknowledged before it, and the copy is in safe mode.
 */
import assert from "node:assert/strict";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { BackupFolder, StoredBackup } from "../../src/adapters/backup/backup-folder.ts";
import type { RestorePoint } from "../../src/adapters/backup/lay-out-backup.ts";
import { verifyBackup } from "../../src/adapters/backup/verify-backup.ts";
import { openApp } from "../../src/app/app.ts";
import { startArchive } from "../../src/app/backup/archive-log.ts";
import { chooseBackup } from "../../src/app/backup/choose-backup.ts";
import { makeBackup, pruneFolder } from "../../src/app/backup/make-backup.ts";
import { restoreBackup } from "../../src/app/backup/restore-backup.ts";
import { runDrill } from "../../src/app/backup/run-drill.ts";
import {
  type Installation,
  joinInstallation,
  openInstallation,
} from "../../src/app/database/installation.ts";
import { openCustody } from "../../src/app/keys/custody.ts";
import { openClock } from "../../src/app/time/clock.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { SafeModeStore } from "../../src/core/safe-mode/safe-mode-store.ts";
import { ADVISORY_LOCKS } from "../../src/db/locks/advisory-locks.ts";
import { ACCOUNT, CARD, closeTestApp, post } from "../kit/app.ts";
import { openBackupFolder } from "../kit/backup-folder.ts";
import { testHosts } from "../kit/hosts.ts";
import { atEnd, makeDataDir, makeFolder } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { IS_PROOF, tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";

const ACTOR = { kind: "command_line", name: "ann" } as const;
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
/** How many payments come before the backup, between it and the moment, and after. */
const PAYMENTS = tier(10, 2_000);
const CALLERS = 3;
/** How long each caller waits before its next payment. */
const PAUSE_MS = tier(25, 0);

interface Paid {
  readonly id: string;
  readonly sentAt: Temporal.Instant;
  readonly answeredAt: Temporal.Instant;
}

/** Sends payments one after another, in several lines, until it is stopped. */
class Load {
  readonly paid: Paid[] = [];
  readonly #send: (amount: string) => Promise<string>;
  readonly #running: Promise<unknown>;
  #isStopped = false;

  constructor(send: (amount: string) => Promise<string>) {
    this.#send = send;
    this.#running = Promise.all(Array.from({ length: CALLERS }, () => this.#run()));
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const sentAt = Temporal.Now.instant();
      const id = await this.#send(`${this.paid.length + 1}.00`);
      this.paid.push({ id, sentAt, answeredAt: Temporal.Now.instant() });
      await delay(PAUSE_MS);
    }
  }

  async waitForMore(): Promise<void> {
    const wanted = this.paid.length + PAYMENTS;
    await until(() => this.paid.length >= wanted, 600_000);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }
}

async function openGateway(config: Config) {
  const installation = await openInstallation(config);
  const keys = await openCustody(installation, { allowsPublishedKeys: true });
  const time = await openClock(installation);
  const hosts = testHosts(config);
  const { place, log } = installation;
  const { custody } = keys;
  const needs = { config, databaseUrl: place.url, custody, hosts, log, clock: time.clock };
  const app = await openApp({ ...needs, isServed: (address) => address.startsWith("/api/qsapi") });
  const close = async () => {
    await closeTestApp(app);
    await hosts.close();
    await time.close();
    await keys.close();
    await installation.close();
  };
  const sell = async (amount: string) => {
    const sale = { ...SALE, transaction_amount: amount };
    const answer = (await post(app.server, "/api/qsapi/3.8", sale)).json();
    assert.equal(answer.transaction_approved, true, JSON.stringify(answer));
    return answer.transaction_id as string;
  };
  return { installation, sell, close };
}

async function listTransactions({ owner }: Installation): Promise<ReadonlySet<string>> {
  const rows = await owner.rows<{ id: string }>`select id::text as id from transactions`;
  return new Set(rows.map(({ id }) => id));
}

function settings(dataDir: string, backupDir: string): Config {
  return readConfig({
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    BACKUP_LOG_SECONDS: "3600",
    LOG_LEVEL: "silent",
    RATE_PER_CALLER: "0",
    RATE_PER_ADDRESS: "0",
  });
}

interface Scene {
  readonly config: Config;
  readonly folder: BackupFolder;
  readonly backup: StoredBackup;
  readonly moment: Temporal.Instant;
  readonly paid: readonly Paid[];
}

/** Pays, makes a backup, pays on, notes a moment, and pays on. */
async function payAndBackUp(t: TestContext): Promise<Scene> {
  const folder = await openBackupFolder(t);
  const config = settings(await openStartedDir(t), folder.path);
  const gateway = await openGateway(config);
  const endArchive = await startArchive(gateway.installation, gateway.installation.owner);
  const load = new Load(gateway.sell);
  try {
    await load.waitForMore();
    await mkdir(path.join(folder.base, "20200101T000000Z-dead.part"), {
      recursive: true,
      mode: 0o700,
    });
    await until(async () => (await folder.listArchives()).length === 1);
    await refuseSecondBackup(gateway.installation, folder);
    const backup = await makeBackup(gateway.installation, folder);
    assert.deepEqual(await readdir(folder.base), [backup.name], "a draft is left");
    await load.waitForMore();
    const moment = Temporal.Now.instant();
    await load.waitForMore();
    await load.stop();
    await endArchive(10_000);
    const kept = await pruneFolder(gateway.installation, folder, { count: 1, days: 0 });
    assert.deepEqual(kept.backups, []);
    return { config, folder, backup, moment, paid: load.paid };
  } finally {
    await load.stop();
    await gateway.close();
  }
}

/** The draft of a running backup must not be taken for that of a killed one. */
async function refuseSecondBackup(installation: Installation, folder: BackupFolder) {
  await installation.owner.withClient(async (client) => {
    const { number } = ADVISORY_LOCKS.backup;
    await client.query("select pg_advisory_lock($1, 0)", [number]);
    await assert.rejects(makeBackup(installation, folder), /Another backup .* Wait until it ends/);
    await client.query("select pg_advisory_unlock($1, 0)", [number]);
  });
}

async function restore(t: TestContext, { folder, config }: Scene, point: RestorePoint) {
  const dataDir = await makeDataDir(t);
  const backup = await chooseBackup(folder, point, undefined);
  const target = { dataDir, dataDirIsDefault: false };
  await restoreBackup({ target, folder, backup, point, actor: ACTOR, log: () => {} });
  const copy = await joinInstallation({ ...config, dataDir });
  atEnd(t, () => copy.close());
  return copy;
}

/** Every file and folder below a folder that others than its owner may use. */
async function listOpenFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => ((await stat(path.join(folder, name))).mode & 0o077 ? [name] : [])),
  );
  return found.flat();
}

test("a restore to a moment has exactly the payments acknowledged before it, in safe mode", async (t) => {
  const scene = await payAndBackUp(t);
  const { folder, backup, moment, paid } = scene;
  assert.deepEqual(await listOpenFiles(folder.path), []);
  assert.deepEqual((await verifyBackup(folder, backup)).problems, []);

  const copy = await restore(t, scene, { kind: "moment", at: moment });
  const found = await listTransactions(copy);
  const isBefore = (one: Temporal.Instant) => Temporal.Instant.compare(one, moment) < 0;
  const [before, after] = [
    paid.filter(({ answeredAt }) => isBefore(answeredAt)),
    paid.filter(({ sentAt }) => !isBefore(sentAt)),
  ];
  assert.ok(before.length >= 2 * PAYMENTS && after.length >= PAYMENTS - CALLERS);
  assert.deepEqual(
    before.filter(({ id }) => !found.has(id)),
    [],
  );
  assert.deepEqual(
    after.filter(({ id }) => found.has(id)),
    [],
  );
  const state = await new SafeModeStore(copy.owner).readSafeMode();
  assert.match(state?.reason ?? "", /^restored from backup \S+, to 20/);
  assert.equal(state?.startedBy, "ann");

  await t.test("a folder with a database, and a moment that the archive lacks, are refused", () =>
    refuseRestores(t, scene, copy),
  );
  await t.test("a damaged file is found, and nothing is restored from it", () =>
    refuseDamage(t, scene),
  );
  if (IS_PROOF) {
    await t.test("everything that was archived is in the latest copy, and a drill agrees", () =>
      restoreLatest(t, scene),
    );
  }
});

async function refuseRestores(t: TestContext, scene: Scene, { place }: Installation) {
  const { folder, backup } = scene;
  const needs = { folder, backup, actor: ACTOR, log: () => {} };
  const full = { dataDir: place.dataDir, dataDirIsDefault: false };
  const latest = { kind: "latest" } as const;
  await assert.rejects(restoreBackup({ ...needs, target: full, point: latest }), /has a database/);
  const early = { kind: "moment", at: Temporal.Instant.from("2020-01-01T00:00:00Z") } as const;
  await assert.rejects(chooseBackup(folder, early, undefined), /No backup ended before 2020/);
  await assert.rejects(chooseBackup(folder, early, backup.name), /after the wanted moment/);
  if (!IS_PROOF) return;
  const late = { kind: "moment", at: Temporal.Now.instant().add({ hours: 1 }) } as const;
  const dataDir = await makeDataDir(t);
  const target = { dataDir, dataDirIsDefault: false };
  await assert.rejects(restoreBackup({ ...needs, target, point: late }), /archive ends before/);
  assert.deepEqual(await readdir(dataDir), [".gitignore"]);
}

async function restoreLatest(t: TestContext, scene: Scene): Promise<void> {
  const { config, folder, backup, paid } = scene;
  const found = await listTransactions(await restore(t, scene, { kind: "latest" }));
  assert.deepEqual(
    paid.filter(({ id }) => !found.has(id)),
    [],
  );
  const scratch = await makeFolder(t);
  const drill = { config, folder, backup, actor: ACTOR, scratch, log: () => {} };
  const report = await runDrill({ ...drill, point: { kind: "backup" } });
  assert.ok(report.isSound, JSON.stringify(report));
  assert.deepEqual(await readdir(scratch), []);
}

async function refuseDamage(t: TestContext, { folder, backup }: Scene): Promise<void> {
  const file = path.join(backup.folder, "files/PG_VERSION");
  await writeFile(file, "17\n");
  assert.deepEqual((await verifyBackup(folder, backup)).problems, ["PG_VERSION is damaged"]);
  const dataDir = await makeDataDir(t);
  const target = { dataDir, dataDirIsDefault: false };
  const point = { kind: "backup" } as const;
  const needs = { target, folder, backup, point, actor: ACTOR, log: () => {} };
  await assert.rejects(restoreBackup(needs), /The backup is damaged: PG_VERSION/);
  assert.deepEqual(await readdir(dataDir), [".gitignore"]);
  await writeFile(file, "18\n");
}
