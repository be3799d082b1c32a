/** kill -9 of the process, of its PostgreSQL and of both: no acknowledged payment is lost. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Child, findPostgres, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { Connection } from "./interfaces.ts";

const LOOPS = 6;
const ACKNOWLEDGED = 20;

test("kill -9", async (t) => {
  const dataDir = await openStartedDir(t);
  const settings = { LOG_LEVEL: "silent", DATA_DIR: dataDir };
  const acknowledged: string[] = [];

  /** Serves and takes payments until `act` is done. */
  async function underLoad(t: TestContext, act: (child: Child) => Promise<void>): Promise<void> {
    const { child, url } = await serve(t, settings);
    await assertAllFound(t, url, acknowledged);
    const before = acknowledged.length;
    const load = startPaying(t, url, acknowledged);
    await until(() => acknowledged.length >= before + ACKNOWLEDGED);
    await act(child);
    await load.stop();
  }

  const killPostgres = async () => {
    process.kill((await findPostgres(dataDir)) ?? assert.fail("no PostgreSQL runs"), "SIGKILL");
  };

  await t.test("of the process: the next start finds PostgreSQL running", async (t) => {
    await underLoad(t, async (child) => {
      await child.stop("SIGKILL");
    });
    assert.ok(await findPostgres(dataDir));
  });

  await t.test("of PostgreSQL: the process restarts it and continues", async (t) => {
    await underLoad(t, async (child) => {
      await killPostgres();
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + ACKNOWLEDGED, 10_000);
      assert.equal((await child.stop()).stderr, "");
    });
  });

  await t.test("of both", async (t) => {
    await underLoad(t, async (child) => {
      await Promise.all([killPostgres(), child.stop("SIGKILL")]);
    });
  });

  await t.test("the next start finds every payment", async (t) => {
    const { child, url } = await serve(t, settings);
    await assertAllFound(t, url, acknowledged);
    assert.equal((await child.stop()).code, 0);
    assert.equal(await findPostgres(dataDir), undefined);
  });
});

/** Pays continuously, and collects the ids of payments whose answer has arrived. */
function startPaying(t: TestContext, url: string, acknowledged: string[]) {
  let running = true;
  const loops = Array.from({ length: LOOPS }, async () => {
    const connection = new Connection(t, url);
    while (running) {
      const answer = await connection.pay("3.00").catch(() => undefined);
      if (answer?.["transaction_approved"]) acknowledged.push(String(answer["transaction_id"]));
    }
  });
  const stop = async () => {
    running = false;
    await Promise.all(loops);
  };
  return { stop };
}

async function assertAllFound(t: TestContext, url: string, ids: readonly string[]): Promise<void> {
  assert.equal(new Set(ids).size, ids.length, "an id was used twice");
  const connections = Array.from({ length: LOOPS }, () => new Connection(t, url));
  await Promise.all(
    connections.map(async (connection, place) => {
      for (let turn = place; turn < ids.length; turn += LOOPS) {
        await assertFound(connection, ids[turn]);
      }
    }),
  );
}

/** The rate limit may refuse a status request, which says nothing about the payment. */
async function assertFound(connection: Connection, id: string | undefined): Promise<void> {
  let answer: Record<string, unknown> = { error: true };
  await until(async () => {
    answer = await connection.statusOf(id);
    return answer["error"] === false;
  });
  assert.equal(answer["transaction_approved"], true, `${id} is lost`);
}
