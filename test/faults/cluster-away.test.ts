/**
 * One worker of a Citus cluster is killed and stays away: accounts of the others pay, get new ids, and
 * find their status. `npm run proof -- cluster` runs it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../src/core/payments/pay.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import { BOOKS } from "../kit/accounts.ts";
import { aSale, openTestPayments } from "../kit/payments.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { ClusterNodes, whatKillsLack } from "./cluster-nodes.ts";

const ACCOUNTS = Array.from({ length: 20 }, (_, place) => ({
  ...BOOKS,
  id: String(120_000_000_101 + place),
}));
/** The first block of a process has ten ids. */
const ROUNDS = 10;

const lacking = IS_PROOF ? whatKillsLack() : "npm run proof -- cluster runs it";

test("while a worker is away, accounts of the others pay with new ids and find their status", {
  skip: lacking,
}, async (t) => {
  const { needs, db, database } = await openTestPayments(t);
  const nodes = await ClusterNodes.open(database.url);
  database.beforeDrop(() => nodes.startDead());
  const payAll = () => Promise.allSettled(ACCOUNTS.map((account) => pay(needs, account, aSale())));
  await payAll();
  const [dead] = nodes.workers;
  assert.ok(dead);
  const isDead = ({ id }: { readonly id: string }) =>
    db.cluster.nameOwner(id) === `${dead.host}:${dead.port}`;
  const places = ACCOUNTS.map(isDead);
  assert.ok(places.includes(true) && places.includes(false));
  await nodes.kill(dead);
  for (let round = 0; round < ROUNDS; round++) {
    const paid = await payAll();
    const why = paid.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    paid.forEach(({ status }, place) => {
      if (places[place] === false) assert.equal(status, "fulfilled", why.join("\n"));
    });
  }
  assert.equal(db.losses, 0);
  const statuses = new StatusStore({ db, queueMax: 1_000 });
  const asked = await Promise.allSettled(
    ACCOUNTS.map(({ id }) => statuses.findTransactionStatus(id, "323000000001")),
  );
  asked.forEach(({ status }, place) => {
    if (places[place] === false) assert.equal(status, "fulfilled");
  });
});
