/**
 * What lies in DATA_DIR: the cluster, its password, its port and its log. All but the cluster
 * belongs to Sixdoors and is closed to PostgreSQL's account.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { CLUSTER } from "./data-place.ts";
import { createFile, replaceFile } from "./staging.ts";

const LOG_BYTES_MAX = 10_000_000;

/** What is worth knowing of a server between starts. */
export interface ServerNote {
  readonly port: number;
  /** A server that a command started is stopped by the last command; no other one is. */
  readonly startedFor: "serve" | "command";
}

/** As it lies there: in a copy of the whole folder, the note speaks of the one it was copied from. */
interface WrittenNote extends ServerNote {
  readonly cluster: string;
}

export class DataFolder {
  readonly path: string;
  readonly cluster: string;
  readonly #password: string;
  readonly #note: string;
  readonly #log: string;

  constructor(dataDir: string) {
    this.path = dataDir;
    this.cluster = path.join(dataDir, CLUSTER);
    this.#password = path.join(dataDir, "postgres.password");
    this.#note = path.join(dataDir, "postgres.json");
    this.#log = path.join(dataDir, "postgres.log");
  }

  /** The major version of the cluster; undefined before there is one. */
  async clusterVersion(): Promise<string | undefined> {
    const version = await readFile(path.join(this.cluster, "PG_VERSION"), "utf8").catch(unlessGone);
    if (version !== undefined) return version.trim();
    const entries = (await readdir(this.cluster).catch(unlessGone)) ?? [];
    if (entries.length === 0) return undefined;
    throw new StartError(`${this.cluster} holds files that are not PostgreSQL's; move them away.`);
  }

  /** Made before the cluster, so that several first starts agree on one. */
  async password(clusterExists: boolean): Promise<Secret> {
    if (!clusterExists) await createFile(this.#password, randomBytes(24).toString("hex"));
    const text = await readFile(this.#password, "utf8").catch(unlessGone);
    if (text !== undefined) return new Secret(text);
    throw new StartError(
      `${this.#password} is missing, and the data in ${this.cluster} cannot be opened without it; put it back from a backup.`,
    );
  }

  /**
   * A copy gets no note, and so a port of its own. On the port of its original it would be taken
   * for it, having the same password, by whoever connects while the original is started again.
   */
  async readNote(): Promise<ServerNote | undefined> {
    try {
      const { cluster, ...note } = JSON.parse(await readFile(this.#note, "utf8")) as WrittenNote;
      const isOurs = cluster === (await this.#clusterIdentity());
      return isOurs && Number.isInteger(note.port) ? note : undefined;
    } catch {
      // It only saves looking for a port, so a spoilt one is as good as none.
      return undefined;
    }
  }

  async writeNote(note: ServerNote): Promise<void> {
    const written: WrittenNote = { ...note, cluster: await this.#clusterIdentity() };
    await replaceFile(this.#note, `${JSON.stringify(written)}\n`);
  }

  /** Where it lies and which folder it is there: containers may have the same path for each. */
  async #clusterIdentity(): Promise<string> {
    const { ino } = await stat(this.cluster, { bigint: true });
    return `${this.cluster}#${ino}`;
  }

  /** PostgreSQL's own log, ready to be written at its end; a long one makes room first. */
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
