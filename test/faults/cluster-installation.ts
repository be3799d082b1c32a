/**
 * Two processes of the product on a Citus cluster, and a merchant's webhook receiver. Nodes and
 * processes can be killed and restarted.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { type Child, makeFolder, run, type Settings, serve } from "../kit/process.ts";
import { openReceiver, type Receiver } from "../kit/receiver.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { ClusterNodes } from "./cluster-nodes.ts";
import { ACCOUNTS, Merchant } from "./merchant.ts";
import type { Place } from "./proof.ts";
import { SETTINGS } from "./served.ts";

export type ClusterPart = "coordinator" | "worker 1" | "worker 2" | "first" | "second";

/** The first process runs the jobs. */
const WORDS = { first: [], second: ["--web"] } as const;
type Web = keyof typeof WORDS;
const WEBS: readonly Web[] = ["first", "second"];
const WELL_WITHIN_MS = 90_000;

interface Opened {
  readonly databaseUrl: string;
  readonly nodes: ClusterNodes;
  readonly receiver: Receiver;
  readonly settings: Settings;
}

export class ClusterInstallation implements Place {
  readonly databaseUrl: string;
  readonly receiver: Receiver;
  readonly #t: TestContext;
  readonly #nodes: ClusterNodes;
  readonly #settings: Settings;
  readonly #merchant: Merchant;
  readonly #webs = new Map<Web, { readonly child: Child; readonly url: string }>();

  private constructor(t: TestContext, { databaseUrl, nodes, receiver, settings }: Opened) {
    this.databaseUrl = databaseUrl;
    this.receiver = receiver;
    this.#t = t;
    this.#nodes = nodes;
    this.#settings = settings;
    this.#merchant = new Merchant(t);
  }

  static async open(t: TestContext): Promise<ClusterInstallation> {
    const database = await openSeededDatabase(t);
    const databaseUrl = database.url;
    await divideAccounts(databaseUrl);
    const settings = {
      ...SETTINGS,
      DATABASE_TIMEOUT_MS: "3000",
      PROCESSOR_TIMEOUT_MS: "500",
      DATABASE_SHARDED: "citus",
      DATABASE_URL: databaseUrl,
      DATA_DIR: await makeFolder(t),
    };
    const nodes = await ClusterNodes.open(databaseUrl);
    database.beforeDrop(() => nodes.startDead());
    const receiver = await openReceiver(t);
    const opened = new ClusterInstallation(t, { databaseUrl, nodes, receiver, settings });
    await opened.#setWebhooks();
    await opened.mend();
    return opened;
  }

  urls(): readonly string[] {
    return [...this.#webs.values()].map(({ url }) => url);
  }

  async kill(part: ClusterPart): Promise<void> {
    if (part === "first" || part === "second") {
      await this.#webs.get(part)?.child.stop("SIGKILL");
      return;
    }
    const { coordinator, workers } = this.#nodes;
    const [first, second] = workers;
    const node = part === "coordinator" ? coordinator : part === "worker 1" ? first : second;
    assert.ok(node, `the cluster has no ${part}`);
    await this.#nodes.kill(node);
  }

  /** Starts dead parts, and waits until all parts answer. */
  async mend(): Promise<void> {
    await this.#nodes.startDead();
    for (const web of WEBS) {
      const running = this.#webs.get(web);
      if (running === undefined || running.child.isOver) await this.#start(web);
    }
    await until(() => this.#isWell(), WELL_WITHIN_MS);
    for (const [web, { child }] of this.#webs) {
      assert.equal(child.isOver, false, `${web} ended: ${child.stderr}`);
    }
  }

  /** Issuing an id writes on the worker of the account. */
  async #isWell(): Promise<boolean> {
    const ids = this.urls().flatMap((url) =>
      ACCOUNTS.map((account) => this.#merchant.fetchId(url, account)),
    );
    return (await Promise.all(ids)).every((id) => id !== undefined);
  }

  async #start(web: Web): Promise<void> {
    this.#webs.set(web, await serve(this.#t, this.#settings, WORDS[web]));
  }

  async #setWebhooks(): Promise<void> {
    for (const account of ACCOUNTS) {
      const words = ["accounts", "webhook", account, "--url", this.receiver.url];
      const { code, stderr } = await run(this.#t, words, this.#settings);
      assert.equal(code, 0, stderr);
    }
  }
}

/** Gives each of the two accounts to another worker, so that every kill of a worker matters. */
async function divideAccounts(databaseUrl: string): Promise<void> {
  await asking(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select shardid as id, nodename as host, nodeport as port
       from unnest($1::bigint[]) account
         join pg_dist_placement
           on shardid = get_shard_id_for_distribution_column('attempts', account)
         join pg_dist_node using (groupid)`,
      [ACCOUNTS],
    );
    const [one, other] = rows;
    if (one.port !== other.port || one.host !== other.host) return;
    const { rows: free } = await client.query(
      `select nodename as host, nodeport as port from pg_dist_node
       where groupid > 0 and shouldhaveshards and (nodename, nodeport) <> ($1, $2) limit 1`,
      [one.host, one.port],
    );
    await client.query(
      `select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
      [one.id, one.host, one.port, free[0]?.host, free[0]?.port],
    );
  });
}
