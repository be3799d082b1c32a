/**
 * The nodes of the cluster of TEST_CITUS_URL. Two commands of its owner kill and start them, because only
 * the owner knows how: TEST_CITUS_KILL and TEST_CITUS_START are run by a shell, with the port of the node
 * as $1.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";

const run = promisify(execFile);

const KILL = process.env["TEST_CITUS_KILL"] ?? "";
const START = process.env["TEST_CITUS_START"] ?? "";
/** A server that was killed reads its log again when it starts. */
const START_WITHIN_MS = 60_000;

/** Undefined if nodes can be killed here, or what is missing. */
export function whatKillsLack(): string | undefined {
  const missing = Object.entries({
    TEST_CITUS_URL: TEST_CLUSTER ?? "",
    TEST_CITUS_KILL: KILL,
    TEST_CITUS_START: START,
  }).filter(([, value]) => value === "");
  if (missing.length === 0) return undefined;
  return `not set: ${missing.map(([name]) => name).join(", ")} (CONTRIBUTING.md)`;
}

export interface ClusterServer {
  readonly port: number;
  readonly host: string;
}

export class ClusterNodes {
  readonly coordinator: ClusterServer;
  readonly workers: readonly ClusterServer[];
  readonly #databaseUrl: string;
  readonly #dead = new Set<ClusterServer>();

  private constructor(databaseUrl: string, nodes: readonly ClusterServer[]) {
    const [coordinator, ...workers] = nodes;
    if (coordinator === undefined) throw new Error("the cluster has no coordinator");
    this.coordinator = coordinator;
    this.workers = workers;
    this.#databaseUrl = databaseUrl;
  }

  static async open(databaseUrl: string): Promise<ClusterNodes> {
    const rows = await asking(databaseUrl, async (client) => {
      const { rows } = await client.query<ClusterServer>(`
        select nodename as host, nodeport as port from pg_dist_node
        where noderole = 'primary' order by groupid`);
      return rows;
    });
    const nodes = new ClusterNodes(databaseUrl, rows);
    for (const node of rows) await nodes.#requireSafeCommits(node);
    return nodes;
  }

  async kill(node: ClusterServer): Promise<void> {
    this.#dead.add(node);
    await runCommand(KILL, node);
  }

  async startDead(): Promise<void> {
    for (const node of this.#dead) {
      await runCommand(START, node);
      await until(() => this.#isAnswering(node), START_WITHIN_MS);
      this.#dead.delete(node);
    }
  }

  #isAnswering(node: ClusterServer): Promise<boolean> {
    return asking(nodeUrl(this.#databaseUrl, node), (client) => client.query("select 1")).then(
      () => true,
      () => false,
    );
  }

  /** A server that acknowledges commits before it has written them may lose them, whoever asks. */
  async #requireSafeCommits(node: ClusterServer): Promise<void> {
    const { rows } = await asking(nodeUrl(this.#databaseUrl, node), (client) =>
      client.query("show synchronous_commit"),
    );
    if (rows[0].synchronous_commit !== "off") return;
    throw new Error(`synchronous_commit is off on port ${node.port}: a kill would lose commits`);
  }
}

async function runCommand(command: string, { port }: ClusterServer): Promise<void> {
  await run("sh", ["-c", command, "sh", String(port)]);
}

function nodeUrl(databaseUrl: string, { host, port }: ClusterServer): string {
  const url = new URL(databaseUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}
