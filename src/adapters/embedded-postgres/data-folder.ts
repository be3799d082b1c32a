/**
 * The files in DATA_DIR: the cluster, its password, its port and its log. All but the cluster
 * belong to Sixdoors and are not accessible for PostgreSQL's account.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { CLUSTER } from "./cluster-name.ts";
import { createFile, replaceFile } from "./staging.ts";

const LOG_BYTES_MAX = 10_000_000;

/** What is remembered about a server between starts. */
export interface ServerNote {
  readonly port: number;
  /** The last command stops the server only if a command started it. */
  readonly startedFor: "serve" | "command";
}

/** The stored note. In a copy of the folder, it still describes the original. */
interface WrittenNote extends ServerNote {
  readonly cluster: string;
}

export class DataFolder {
  readonly path: string;
  readonly cluster: string;
  readonly #password: string;
  readonly #note: string;
  readonly #log: string;

  /** The name of the cluster differs only while an upgrade fills a new one. */
  constructor(dataDir: string, cluster = CLUSTER) {
    this.path = dataDir;
    this.cluster = path.join(dataDir, cluster);
    this.#password = path.join(dataDir, "postgres.password");
    this.#note = path.join(dataDir, "postgres.json");
    this.#log = path.join(dataDir, "postgres.log");
  }

  /** The major version of the cluster, or undefined if there is none yet. */
  async clusterVersion(): Promise<string | undefined> {
    const version = await readFile(path.join(this.cluster, "PG_VERSION"), "utf8").catch(unlessGone);
    if (version !== undefined) return version.trim();
    const entries = (await readdir(this.cluster).catch(unlessGone)) ?? [];
    if (entries.length === 0) return undefined;
    throw new StartError(
      `The folder ${this.cluster} contains files that do not belong to PostgreSQL. Move them, or choose another DATA_DIR.`,
    );
  }

  /** Created before the cluster, so that several first starts use the same one. */
  async password(clusterExists: boolean): Promise<Secret> {
    if (!clusterExists) await createFile(this.#password, randomBytes(24).toString("hex"));
    const text = await readFile(this.#password, "utf8").catch(unlessGone);
    if (text !== undefined) return new Secret(text);
    throw new StartError(
      `The file ${this.#password} is missing, and the data in ${this.cluster} cannot be used without it. Restore it from a backup.`,
    );
  }

  /**
   * Ignored in a copy of the folder, so that the copy gets its own port. On the port of its
   * original, clients of the original could connect to the copy, because it has the same password.
   */
  async readNote(): Promise<ServerNote | undefined> {
    try {
      const { cluster, ...note } = JSON.parse(await readFile(this.#note, "utf8")) as WrittenNote;
      const isOurs = cluster === (await this.#clusterIdentity());
      return isOurs && Number.isInteger(note.port) ? note : undefined;
    } catch {
      // The note only saves looking for a port, so a damaged one is ignored.
      return undefined;
    }
  }

  async writeNote(note: ServerNote): Promise<void> {
    const written: WrittenNote = { ...note, cluster: await this.#clusterIdentity() };
    await replaceFile(this.#note, `${JSON.stringify(written)}\n`);
  }

  /** The path and the inode, because containers may have different folders at the same path. */
  async #clusterIdentity(): Promise<string> {
    const { ino } = await stat(this.cluster, { bigint: true });
    return `${this.cluster}#${ino}`;
  }

  /** Opens PostgreSQL's log for appending. A long log is renamed first. */
  async openLog(): Promise<ServerLog> {
    const before = await stat(this.#log).catch(unlessGone);
    const isLong = before !== undefined && before.size > LOG_BYTES_MAX;
    if (isLong) await rename(this.#log, `${this.#log}.1`);
    const handle = await open(this.#log, "a", 0o600);
    const start = isLong ? 0 : (before?.size ?? 0);
    return {
      descriptor: handle.fd,
      close: () => handle.close(),
      sinceOpened: () => readFileSync(this.#log).subarray(start).toString("utf8"),
    };
  }
}

export interface ServerLog {
  readonly descriptor: number;
  close(): Promise<void>;
  sinceOpened(): string;
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
