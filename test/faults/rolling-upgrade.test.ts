/**
 * Two releases on one database during a deployment: the old one first, then both, then the new one
 * alone, and the same way back, under load all the time. TEST_PREVIOUS_RELEASE=<tarball or folder> names
 * an earlier release to run beside this one. Without it, a made-up next release runs beside this one.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openEmptyDatabase, openSeededDatabase } from "../kit/database.ts";
import { makeFolder } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { listOutcomes } from "./ledger.ts";
import { type Place, Proof } from "./proof.ts";
import {
  acceptsNewerSchema,
  makeNextRelease,
  openPreviousRelease,
  type Release,
  type RunningRelease,
  schemaNumber,
  startRelease,
  THIS_RELEASE,
} from "./release.ts";
import { startTraffic, type Traffic } from "./traffic.ts";

const PREVIOUS = process.env["TEST_PREVIOUS_RELEASE"];
const ROUNDS = tier(1, 5);
const CLIENTS = 6;
/** The longest pause of a client, which leaves the processor to the processes that start. */
const THINK_MS = tier(200, 20);
/** How many payments must be acknowledged in each phase of a deployment. */
const LEAST_ACKNOWLEDGED = tier(10, 100);

const SETTINGS = {
  MASTER_KEY: "7e57".repeat(16),
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
  PROCESSOR_TIMEOUT_MS: "500",
};

test("this release and the next one serve one database, there and back, and nothing is lost", async (t) => {
  const next = await makeNextRelease(t);
  await deployThereAndBack(t, THIS_RELEASE, next);
});

const without = PREVIOUS === undefined && {
  skip: "set TEST_PREVIOUS_RELEASE to the tarball or folder of an earlier release",
};

test(
  "the previous release and this one serve one database, there and back",
  without || {},
  async (t) => {
    const previous = await openPreviousRelease(t, PREVIOUS ?? "");
    await deployThereAndBack(t, previous, THIS_RELEASE);
  },
);

async function deployThereAndBack(t: TestContext, older: Release, newer: Release): Promise<void> {
  const deployment = await Deployment.open(t, older);
  const mayGoBack =
    (await schemaNumber(older)) === (await schemaNumber(newer)) ||
    (await acceptsNewerSchema(older));
  if (!mayGoBack) t.diagnostic(`${older.name} refuses a newer schema, so there is no way back`);
  await deployment.start(older);
  const traffic = startTraffic(deployment.proof, CLIENTS);
  traffic.pace(THINK_MS);
  for (let round = 1; round <= ROUNDS; round++) {
    await deployment.replace(traffic, older, newer);
    assert.equal(await deployment.schema(), await schemaNumber(newer));
    if (!mayGoBack) break;
    await deployment.replace(traffic, newer, older);
  }
  await traffic.stop();
  await deployment.check(traffic);
}

class Deployment implements Place {
  readonly databaseUrl: string;
  readonly proof: Proof;
  readonly #t: TestContext;
  readonly #dataDir: string;
  readonly #running = new Map<Release, RunningRelease>();

  private constructor(t: TestContext, databaseUrl: string, dataDir: string) {
    this.#t = t;
    this.databaseUrl = databaseUrl;
    this.#dataDir = dataDir;
    this.proof = new Proof(t, this);
  }

  /** The seeded database has the schema of this release. An earlier one creates its own. */
  static async open(t: TestContext, first: Release): Promise<Deployment> {
    const open = first === THIS_RELEASE ? openSeededDatabase : openEmptyDatabase;
    const { url } = await open(t);
    return new Deployment(t, url, await makeFolder(t));
  }

  urls(): readonly string[] {
    return Array.from(this.#running.values(), ({ url }) => url);
  }

  async start(release: Release): Promise<void> {
    const own = { DATABASE_URL: this.databaseUrl, DATA_DIR: this.#dataDir };
    this.#running.set(release, await startRelease(this.#t, release, { ...SETTINGS, ...own }));
  }

  /** One release serves, then both, then the other. Each of these phases takes payments. */
  async replace(traffic: Traffic, from: Release, to: Release): Promise<void> {
    await untilAcknowledged(traffic);
    await this.start(to);
    await untilAcknowledged(traffic);
    await this.#assertReady();
    const leaving = this.#running.get(from);
    if (from !== THIS_RELEASE) await this.#takeOut(traffic, from);
    await leaving?.stop();
    this.#running.delete(from);
    await untilAcknowledged(traffic);
    this.#t.diagnostic(`${from.name} → ${to.name}: ${traffic.payments.length} payments so far`);
  }

  /**
   * As a load balancer does before a process is stopped. A release may answer a request that
   * arrives while it stops in another format than the caller reads, as early ones did.
   */
  async #takeOut(traffic: Traffic, release: Release): Promise<void> {
    this.#running.delete(release);
    await untilAcknowledged(traffic);
  }

  async schema(): Promise<number> {
    return asking(this.databaseUrl, async (client) => {
      const { rows } = await client.query("select max(number) as newest from migrations");
      return rows[0].newest;
    });
  }

  async check({ payments }: Traffic): Promise<void> {
    const { proof } = this;
    await proof.quiet();
    await proof.assertTrue(payments);
    await proof.retryCalmly(payments);
    await proof.assertTrue(payments);
  }

  async #assertReady(): Promise<void> {
    for (const url of this.urls()) {
      const answer = await fetch(`${url}/health/ready`);
      assert.equal(answer.status, 200, await answer.text());
    }
  }
}

async function untilAcknowledged({ payments }: Traffic): Promise<void> {
  const count = () => payments.filter((one) => listOutcomes(one).length > 0).length;
  const least = count() + LEAST_ACKNOWLEDGED;
  await until(() => count() >= least);
}
