/** What rows share: the database server, the installation with its peer, the load. Opened when asked for. */
import { DatabasePool } from "../src/db/database-pool.ts";
import type { Cleaning } from "./cleaning.ts";
import { makeDataDir } from "./data-folder.ts";
import { type DatabaseServer, openDatabaseServer } from "./database-server.ts";
import { startPeer, startProduct } from "./http-process.ts";
import { Load } from "./load/load.ts";
import { makePeerTables } from "./peers/tables.ts";
import { openReportEnvironment, type ReportEnvironment } from "./reports/report-environment.ts";
import { saleForms, takeSale } from "./sales.ts";

/** Product and bare peer on one database, both with everything that a sale needs. */
export interface Environment {
  readonly productUrl: string;
  readonly peerUrl: string;
  /** The owner of the tables. */
  readonly owner: DatabasePool;
  readonly databaseUrl: string;
}

export class Workshop {
  readonly #cleaning: Cleaning;
  #server: Promise<DatabaseServer> | undefined;
  #env: Promise<Environment> | undefined;
  #reports: Promise<ReportEnvironment> | undefined;
  #load: Load | undefined;

  constructor(cleaning: Cleaning) {
    this.#cleaning = cleaning;
  }

  databaseServer(): Promise<DatabaseServer> {
    this.#server ??= openDatabaseServer(this.#cleaning);
    return this.#server;
  }

  env(): Promise<Environment> {
    this.#env ??= this.openEnvironment(this.#cleaning);
    return this.#env;
  }

  /** An installation of a row's own, where the one that all share would be in the way. */
  async openEnvironment(cleaning: Cleaning): Promise<Environment> {
    const databaseUrl = await (await this.databaseServer()).createDatabase(cleaning);
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await makeDataDir(cleaning) };
    const product = await startProduct(cleaning, settings);
    const owner = openOwner(cleaning, databaseUrl);
    const [form = ""] = saleForms(1);
    await takeSale(product.url, form);
    await makePeerTables(owner);
    const peer = await startPeer(cleaning, settings);
    return { productUrl: product.url, peerUrl: peer.url, owner, databaseUrl };
  }

  /** An installation with a great many transactions, for all rows that read reports. */
  reports(scale: number): Promise<ReportEnvironment> {
    this.#reports ??= openReportEnvironment(this, this.#cleaning, scale);
    return this.#reports;
  }

  load(): Load {
    this.#load ??= new Load(this.#cleaning);
    return this.#load;
  }
}

export function openOwner(cleaning: Cleaning, connectionString: string): DatabasePool {
  const owner = new DatabasePool({
    connectionString,
    size: 4,
    queueMax: 1_000,
    statementTimeoutMs: 600_000,
  });
  cleaning.add(() => owner.close());
  return owner;
}
