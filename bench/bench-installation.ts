/**
 * Shared by rows and opened on first use: the database server, the installation with its peer, the
 * load.
 */
import type { Cleaning } from "./cleaning.ts";
import { makeDataDir } from "./data-folder.ts";
import { type DatabaseServer, openDatabaseServer } from "./database-server.ts";
import { type Environment, openOwner } from "./environment.ts";
import { startPeer, startProduct } from "./http-process.ts";
import { Load } from "./load/load.ts";
import { makePeerTables } from "./peers/tables.ts";
import { fillReports, type ReportEnvironment } from "./reports/report-environment.ts";
import { saleForms, takeSale } from "./sales.ts";

export class BenchInstallation {
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

  /** Opens an installation for one row that cannot use the shared one. */
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

  /** An installation with many transactions, for all rows that read reports. */
  reports(scale: number): Promise<ReportEnvironment> {
    this.#reports ??= this.openEnvironment(this.#cleaning).then((env) => fillReports(env, scale));
    return this.#reports;
  }

  load(): Load {
    this.#load ??= new Load(this.#cleaning);
    return this.#load;
  }
}
