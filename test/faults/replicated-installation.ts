/** Two processes of the product on a pair of replicated database servers. */
import type { TestContext } from "node:test";
import { serveHere } from "../kit/command-process.ts";
import { type Settings, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { QUICK_SETTINGS } from "./installation.ts";
import { ACCOUNTS, Merchant } from "./merchant.ts";
import type { Place } from "./proof.ts";
import { ReplicatedServers } from "./replicated-servers.ts";

export class ReplicatedInstallation implements Place {
  readonly servers: ReplicatedServers;
  readonly #urls: readonly string[];
  readonly #merchant: Merchant;

  private constructor(t: TestContext, servers: ReplicatedServers, urls: readonly string[]) {
    this.servers = servers;
    this.#urls = urls;
    this.#merchant = new Merchant(t);
  }

  static async open(t: TestContext): Promise<ReplicatedInstallation> {
    const dataDir = await openStartedDir(t);
    const servers = await ReplicatedServers.open(t, dataDir);
    const settings: Settings = { ...QUICK_SETTINGS, DATABASE_URL: servers.url, DATA_DIR: dataDir };
    const first = await serve(t, settings);
    const second = await (IS_PROOF ? serve : serveHere)(t, settings, ["--web"]);
    return new ReplicatedInstallation(t, servers, [first.url, second.url]);
  }

  get databaseUrl(): string {
    return this.servers.primaryUrl;
  }

  urls(): readonly string[] {
    return this.#urls;
  }

  /** Waits until both processes write to the database again. */
  async untilWell(): Promise<void> {
    for (const url of this.#urls) {
      await until(async () => (await this.#merchant.fetchId(url, ACCOUNTS[0] ?? "")) !== undefined);
    }
  }

  async isReady(): Promise<boolean> {
    const answers = await Promise.all(this.#urls.map((url) => fetch(`${url}/health/ready`)));
    return answers.every(({ ok }) => ok);
  }
}
