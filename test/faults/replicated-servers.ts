/**
 * Two PostgreSQL servers with streaming replication, made from the embedded programs. One has the
 * data of a started folder and is the primary and the other its synchronous standby: a commit is acknowledged when both have it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { DataFolder } from "../../src/adapters/embedded-postgres/data-folder.ts";
import { choosePort, HOST } from "../../src/adapters/embedded-postgres/port.ts";
import { launchPostmaster } from "../../src/adapters/embedded-postgres/postmaster.ts";
import { findPostmaster } from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import {
  prepareServerFiles,
  type ServerFiles,
} from "../../src/adapters/embedded-postgres/server-files.ts";
import { atEnd, isAlive } from "../kit/process.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { findChildren, killIfAlive } from "./installation.ts";

const run = promisify(execFile);

const FLAGS = ["wal_keep_size=256MB", "shared_buffers=64MB", "max_wal_senders=4"];
/** What a copy of a running server must not contain: see "Making a Base Backup Using the Low Level API". */
const NOT_COPIED = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp|pg_notify)$/;
const EMPTY_FOLDERS = ["pg_wal/archive_status", "pg_replslot", "pg_stat_tmp", "pg_notify"];

interface Server {
  readonly files: ServerFiles;
  readonly port: number;
}

export class ReplicatedServers {
  #primary: Server;
  #standby: Server;

  private constructor(primary: Server, standby: Server) {
    this.#primary = primary;
    this.#standby = standby;
  }

  /** The standby's folder is beside the primary's, and removed with it. */
  static async open(t: TestContext, dataDir: string): Promise<ReplicatedServers> {
    const first = await openServer(dataDir);
    const second = await planStandby(path.join(path.dirname(dataDir), "standby"), first);
    atEnd(t, async () => {
      for (const { files } of [first, second]) await killServer(files.folder);
    });
    await launch(first);
    const servers = new ReplicatedServers(first, second);
    await servers.addStandby();
    return servers;
  }

  /** Both servers, as DATABASE_URL names them. */
  get url(): string {
    const { files } = this.#primary;
    const hosts = [this.#primary, this.#standby].map(({ port }) => `${HOST}:${port}`).sort();
    return `postgres://postgres:${files.password.reveal()}@${hosts.join()}/sixdoors?target_session_attrs=read-write`;
  }

  get primaryUrl(): string {
    return urlOf(this.#primary);
  }

  get standbyUrl(): string {
    return urlOf(this.#standby);
  }

  async killPrimary(): Promise<void> {
    await killServer(this.#primary.files.folder);
  }

  /** The standby becomes the primary and accepts writes. It has no standby of its own yet. */
  async promoteStandby(): Promise<void> {
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
    await asking(this.primaryUrl, (client) => client.query("select pg_promote()"));
  }

  /** Makes the other server a copy of the primary, and waits until commits are synchronous. */
  async addStandby(): Promise<void> {
    const { folder } = this.#standby.files;
    await rm(folder.cluster, { recursive: true, force: true });
    await copyServer(this.#primary, folder);
    await writeFile(path.join(folder.cluster, "standby.signal"), "");
    const source = `host=${HOST} port=${this.#primary.port} user=postgres password=${this.#primary.files.password.reveal()}`;
    await writeFile(
      path.join(folder.cluster, "postgresql.auto.conf"),
      `primary_conninfo = '${source} application_name=standby'\n`,
    );
    await run("chown", ["-R", "--reference", this.#primary.files.folder.cluster, folder.cluster]);
    await chmod(folder.cluster, 0o700);
    await launch(this.#standby);
    await asking(this.primaryUrl, async (client) => {
      await client.query("alter system set synchronous_standby_names = 'standby'");
      await client.query("select pg_reload_conf()");
    });
    await until(() => asking(this.primaryUrl, isSynchronous));
  }
}

async function isSynchronous(client: {
  query(text: string): Promise<{ rowCount: number | null }>;
}): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_stat_replication where sync_state = 'sync'",
  );
  return rowCount === 1;
}

async function openServer(dataDir: string): Promise<Server> {
  const flags = FLAGS.flatMap((flag) => ["-c", flag]);
  const options = { dataDir, dataDirIsDefault: false, log: () => {}, flags };
  return { files: await prepareServerFiles(options), port: await choosePort(undefined) };
}

/** Its files are made later, as a copy. */
async function planStandby(dataDir: string, { files }: Server): Promise<Server> {
  await mkdir(dataDir, { mode: 0o755 });
  const folder = new DataFolder(dataDir);
  return { files: { ...files, folder }, port: await choosePort(undefined) };
}

function urlOf({ files, port }: Server): string {
  return `postgres://postgres:${files.password.reveal()}@${HOST}:${port}/sixdoors`;
}

async function launch({ files, port }: Server): Promise<void> {
  await until(async () => {
    const signal = new AbortController().signal;
    return (await launchPostmaster(files, port, signal)) === "ready";
  });
}

async function killServer({ cluster }: DataFolder): Promise<void> {
  const server = await findPostmaster(cluster);
  if (server === undefined) return;
  const pids = [server.pid, ...(await findChildren(server.pid))];
  for (const pid of pids) killIfAlive(pid);
  await until(() => !pids.some(isAlive));
}

/** Copies the files of a running server. PostgreSQL repairs what changed meanwhile from its log. */
async function copyServer(from: Server, to: DataFolder): Promise<void> {
  const source = from.files.folder.cluster;
  for (const name of EMPTY_FOLDERS) await mkdir(path.join(to.cluster, name), { recursive: true });
  await asking(urlOf(from), async (client) => {
    await client.query("select pg_backup_start('copy', fast => true)");
    const names = (await readdir(source)).filter((name) => !NOT_COPIED.test(name));
    await run("cp", ["-a", ...names, to.cluster], { cwd: source }).catch(ignoreVanished);
    const { rows } = await client.query("select labelfile from pg_backup_stop()");
    await writeFile(path.join(to.cluster, "backup_label"), rows[0].labelfile);
  });
}

/** A running server removes files while they are copied. */
function ignoreVanished({ stderr }: { readonly stderr: string }): void {
  const other = stderr.split("\n").filter((line) => !/No such file|^$/.test(line));
  assert.deepEqual(other, []);
}
