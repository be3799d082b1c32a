/** kill -9 during a verification: the entry becomes and stays NOT BATCHED. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { BANK, endingIn } from "../kit/bank.ts";
import { serveHere } from "../kit/command-process.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { makeFolder, serve } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { ACCOUNT, Connection } from "../process/interfaces.ts";
import { SETTINGS } from "./served.ts";

const ENTRIES = tier(4, 60);
/** The simulated provider answers after two seconds. */
const SLOW = endingIn("0004");
const FORM = { ...ACCOUNT, response_format: "JSON" };

async function fetchId(connection: Connection): Promise<string> {
  const form = { ...FORM, action: "GET_TRANSACTION_ID" };
  return JSON.parse((await connection.post("/api/tsapi/3.8", form)).body).transaction_id;
}

function sell(t: TestContext, url: string, transaction_id: string) {
  const sale = { ...BANK, ...SLOW, transaction_type: "SALE", transaction_amount: "1.00" };
  const form = { ...FORM, ...sale, transaction_id, validate_ach_account: "1" };
  return new Connection(t, url).post("/api/qsapi/3.8", form);
}

test(`${ENTRIES} entries whose process is killed during their verification are NOT BATCHED`, async (t) => {
  const { url: DATABASE_URL, owner } = await openSeededDatabase(t);
  const settings = { ...SETTINGS, DATABASE_URL, DATA_DIR: await makeFolder(t) };
  const { child, url } = await serve(t, settings);
  const connection = new Connection(t, url);
  const ids = await Promise.all(Array.from({ length: ENTRIES }, () => fetchId(connection)));
  const sales = ids.map((id) => sell(t, url, id).catch(() => undefined));
  const countBegun = () => owner.count`select from open_attempts`;
  await until(async () => (await countBegun()) === ENTRIES);
  await until(async () => (await owner.count`select from simulator.verifications`) >= 1);
  await child.stop("SIGKILL");
  assert.deepEqual(new Set(await Promise.all(sales)), new Set([undefined]));
  const { url: nextUrl } = await serveHere(t, settings);

  // As if the lease of the attempt had expired.
  await owner.rows`update open_attempts set lease_until = now() - interval '1 second'`;
  const after = new Connection(t, nextUrl);
  for (const id of ids) {
    let message: unknown = "";
    await until(async () => {
      const status = await after.statusOf(id);
      ({ authorization_message: message } = status);
      return message !== "IN PROGRESS" && status["transaction_approved"] === false;
    });
    assert.equal(message, "NOT BATCHED");
  }
  assert.equal(await countBegun(), 0);
  assert.equal(await owner.count`select from transactions where state = 'pending'`, 0);
  const [first = ""] = ids;
  const again = JSON.parse((await sell(t, nextUrl, first)).body);
  assert.deepEqual([again.transaction_id, again.authorization_message], [first, "NOT BATCHED"]);
});
