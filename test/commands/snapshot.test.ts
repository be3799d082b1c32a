/** `snapshot` beside a running gateway and without one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runHere, serveHere } from "../kit/command-process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { Connection } from "../process/interfaces.ts";

test("a snapshot is saved while the gateway runs, and restored when it is stopped", async (t) => {
  const settings = { DATA_DIR: await openStartedDir(t), LOG_LEVEL: "silent" };
  const snapshot = (...words: string[]) => runHere(["snapshot", ...words], settings);
  const { child, url } = await serveHere(t, settings);
  const client = new Connection(t, url);
  const { transaction_id: before } = await client.pay("12.34");
  assert.match((await snapshot("save", "first")).stdout, /^Snapshot first was saved: \d+ rows in /);
  const { transaction_id: later } = await client.pay("12.35");
  const refused = await snapshot("restore", "first");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^Another process .*Stop the gateway first\.\n$/);
  await child.stop();

  const { code, stdout, stderr } = await snapshot("restore", "first");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Snapshot first was restored: \d+ rows, with the business clock/);
  const again = new Connection(t, (await serveHere(t, settings)).url);
  const found = await Promise.all([before, later].map((id) => again.statusOf(id)));
  assert.deepEqual(
    found.map((status) => status["found"]),
    [true, false],
  );
  assert.equal((await again.pay("12.36"))["transaction_approved"], true);
});
