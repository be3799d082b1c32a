/** kill -9 during a verification: the entry becomes and stays NOT BATCHED. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { BANK, endingIn } from "../kit/bank.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { ACCOUNT, Connection } from "../process/interfaces.ts";
import { asking } from "./books.ts";
import { Installation } from "./installation.ts";

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

const count = async (url: string, statement: string): Promise<number> =>
  (await asking(url, (client) => client.query(statement))).rowCount ?? 0;

test(`${ENTRIES} entries whose process is killed during their verification are NOT BATCHED`, async (t) => {
  const place = await Installation.open(t);
  const [url = ""] = place.urls();
  const connection = new Connection(t, url);
  const ids = await Promise.all(Array.from({ length: ENTRIES }, () => fetchId(connection)));
  const sales = ids.map((id) => sell(t, url, id).catch(() => undefined));
  const begun = "select from open_attempts";
  const asked = "select from simulator.verifications";
  await until(async () => (await count(place.databaseUrl, begun)) === ENTRIES);
  await until(async () => (await count(place.databaseUrl, asked)) >= 1);
  await place.kill("first");
  assert.deepEqual(new Set(await Promise.all(sales)), new Set([undefined]));
  await place.mend();

  // As if the lease of the attempt had expired.
  await asking(place.databaseUrl, (client) =>
    client.query("update open_attempts set lease_until = now() - interval '1 second'"),
  );
  const after = new Connection(t, place.urls()[0] ?? "");
  for (const id of ids) {
    let message: unknown = "";
    await until(async () => {
      const status = await after.statusOf(id);
      ({ authorization_message: message } = status);
      return message !== "IN PROGRESS" && status["transaction_approved"] === false;
    });
    assert.equal(message, "NOT BATCHED");
  }
  assert.equal(await count(place.databaseUrl, begun), 0);
  assert.equal(
    await count(place.databaseUrl, "select from transactions where state = 'pending'"),
    0,
  );
  const [first = ""] = ids;
  const again = JSON.parse((await sell(t, place.urls()[0] ?? "", first)).body);
  assert.deepEqual([again.transaction_id, again.authorization_message], [first, "NOT BATCHED"]);
});
