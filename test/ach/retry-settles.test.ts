/** Settling a file while one of its returned debits is being put into the next file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settleAll } from "../../src/core/ach/updates/settle.ts";
import { listUpdates } from "../kit/ach.ts";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import { untilDoneOrBlocked } from "../kit/ach-steps.ts";
import { pay, readTransactionRow } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";

/** On a cluster the wait for a lock is on a worker, where the test does not see it. */
const HERE = TEST_CLUSTER === undefined ? {} : { skip: "needs one server" };

test(
  "settling a file does not settle the retry that is being claimed at the same moment",
  HERE,
  async (t) => {
    const { app, ach } = await openAchApp(t);
    const { owner } = app.database;
    await owner.rows`update accounts set ach_retry_days = 1 where id = ${BOOKS.account_id}`;
    const { transaction_id: id } = await pay(app);
    await sendAll(ach);
    await sendBack(ach, id);
    const settling = await owner.atomically(async (db) => {
      // What the claim for a file writes in one statement.
      await db.rows`
      update ach_retries set retry_number = 1, retry_at = null where transaction_id = ${id}`;
      await db.rows`
      update transactions set state = 'pending', message = 'BATCHED', return_code = null
      where id = ${id}`;
      const work = settleAll(ach.needs, ach.clock.business());
      await untilDoneOrBlocked(owner, work);
      return { work };
    });
    assert.equal(await settling.work, 0);
    const { state } = await readTransactionRow(app, id);
    assert.equal(state, "pending");
    assert.equal((await listUpdates(ach, id)).length, 1);
  },
);
