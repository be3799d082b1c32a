/**
 * The role for backups: pg_dump as the owner of the tables fails on row-level security, and as this role
 * it has every row. Uses a server of Debian's PostgreSQL, because the embedded one has no pg_dump.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { serverAccount } from "../../src/adapters/embedded-postgres/server-account.ts";
import { recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { verifyAudit } from "../../src/core/audit/verify-audit.ts";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import { InstallationStore } from "../../src/core/certification/installation-store.ts";
import { seedCertification } from "../../src/core/certification/seed.ts";
import { BackupStateStore } from "../../src/core/figures/backup-state-store.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { BACKUP_ROLE, ensureBackupRole } from "../../src/db/backup-role.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { monthsAround } from "../../src/values/transaction-id.ts";
import { openTestCustody } from "../kit/custody.ts";
import { poolOf } from "../kit/database.ts";
import { openCheapPasswords } from "../kit/passwords.ts";
import { atEnd, makeFolder } from "../kit/process.ts";
import { findQuickFolder } from "../kit/quick-folder.ts";

const run = promisify(execFile);
const BASE = "/usr/lib/postgresql";
const newest = existsSync(BASE) ? readdirSync(BASE).sort().at(-1) : undefined;
const BIN = path.join(BASE, newest ?? "", "bin");
const skip = newest === undefined ? "Debian's postgresql is not installed" : false;
const OWNER = "sixdoors_owner";

/** A server of its own, without passwords on its port. */
async function startServer(t: TestContext) {
  const folder = path.join(await makeFolder(t, await findQuickFolder()), "data");
  const account = await serverAccount(folder);
  if (account !== undefined) await chown(path.dirname(folder), account.uid, account.gid);
  const user = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const options = { ...user, cwd: "/", env: { PATH: process.env["PATH"] } };
  const port = await findPort();
  await run(
    path.join(BIN, "initdb"),
    ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8"],
    options,
  );
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const log = path.join(folder, "log");
  await run(
    path.join(BIN, "pg_ctl"),
    ["-D", folder, "-w", "-l", log, "-o", flags, "start"],
    options,
  );
  atEnd(t, async () => {
    await run(path.join(BIN, "pg_ctl"), ["-D", folder, "-m", "immediate", "stop"], options);
  });
  return (user_: string, database: string) => `postgres://${user_}@127.0.0.1:${port}/${database}`;
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function program(name: string, ...words: string[]) {
  return run(path.join(BIN, name), words, { maxBuffer: 100_000_000 });
}

/** Rows and the judgment of the audit log. */
async function describe(url: string) {
  const owner = poolOf(url);
  const custody = await openTestCustody(owner);
  try {
    const report = await verifyAudit({ db: owner, custody }, {});
    return { rows: await new BackupStateStore(owner).countRows(), ...report };
  } finally {
    custody.close();
    await owner.close();
  }
}

test("pg_dump fails as the owner, and works as the backup role, with every row", {
  skip,
}, async (t) => {
  const url = await startServer(t);
  await ask(
    url("postgres", "postgres"),
    `create role ${OWNER} login createrole`,
    `create database sixdoors owner ${OWNER} template template0`,
  );
  const owner = poolOf(url(OWNER, "sixdoors"));
  atEnd(t, () => owner.close());
  await migrate(owner, await readMigrations());
  await ensureMonths(owner, monthsAround(Temporal.Now.instant()));
  const custody = await openTestCustody(owner);
  await new InstallationStore(owner).claimEnvironment("certification");
  const needs = { owner, passwords: openCheapPasswords(), custody };
  await seedCertification(needs, await readCertificationSeed());
  await recordAct(owner, {
    actor: { kind: "system", name: "test" },
    action: "test.act",
    subject: { kind: "test", id: "1" },
    result: "done",
  });
  await new Chainer({ db: owner, custody }).chainAll();
  custody.close();

  const file = path.join(await makeFolder(t), "dump");
  const dump = (user: string) => program("pg_dump", "-Fc", "-f", file, "-d", url(user, "sixdoors"));
  await assert.rejects(dump(OWNER), /row-level security/);
  assert.equal(await ensureBackupRole(owner), "not_allowed");
  const superuser = poolOf(url("postgres", "sixdoors"));
  atEnd(t, () => superuser.close());
  assert.equal(await ensureBackupRole(superuser), "created");
  assert.equal(await ensureBackupRole(owner), "there");
  await dump(BACKUP_ROLE);

  await ask(url("postgres", "postgres"), `create database copy owner ${OWNER} template template0`);
  await program("pg_restore", "-d", url("postgres", "copy"), file);
  const [original, copy] = [
    await describe(url(OWNER, "sixdoors")),
    await describe(url(OWNER, "copy")),
  ];
  assert.deepEqual(copy, original);
  assert.ok(copy.isSound, JSON.stringify(copy));
  assert.ok((copy.rows["accounts"] ?? 0) > 0 && copy.good > 0);
  await assert.rejects(
    ask(url(BACKUP_ROLE, "sixdoors"), "delete from accounts"),
    /permission denied/,
  );
});
