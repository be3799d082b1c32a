/** The nodes of a cluster, and what is known of them. The coordinator is scripted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseBusy } from "../server-errors.ts";
import { Cluster } from "./cluster.ts";
import { COORDINATOR } from "./coordinator.ts";

const ACCOUNT = "120000000001";
const LOWEST_HASH = -2_147_483_648;
const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

async function openCluster() {
  const state = { reads: 0, isAway: false };
  const readMap = async () => {
    state.reads++;
    if (state.isAway) throw AWAY;
    return [{ first: LOWEST_HASH, host: "worker", port: 5432, ids: { attempts: "1" } }];
  };
  const rows = async ([text = ""]: TemplateStringsArray) => {
    if (text.includes("pg_dist_shard")) return readMap();
    return [{ is_there: true }];
  };
  const pool = { losses: 0, waiting: 0, connections: 0, close: async () => {} };
  const cluster = new Cluster({ coordinator: { ...pool, rows } as never, openNode: () => pool });
  assert.equal(await cluster.isSharded(), true);
  return { cluster, state };
}

/** Until the map was read in the background. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a node that is away is left out, but its rows keep their name", async () => {
  const { cluster } = await openCluster();
  const placement = cluster.placement(ACCOUNT);
  assert.equal(placement, "worker:5432");
  cluster.noteFailure(placement, AWAY);
  assert.equal(cluster.placement(ACCOUNT), COORDINATOR);
  assert.equal(cluster.nameOwner(ACCOUNT), "worker:5432");
});

test("a full queue of this process is no failure of the node", async () => {
  const { cluster } = await openCluster();
  cluster.noteFailure(cluster.placement(ACCOUNT), new DatabaseBusy("10 statements already wait"));
  assert.equal(cluster.placement(ACCOUNT), "worker:5432");
});

test("if the map cannot be read, the next call reads it again and the old map is used", async () => {
  const { cluster, state } = await openCluster();
  state.isAway = true;
  cluster.noteFailure(cluster.placement(ACCOUNT), new Error("a shard has moved"));
  assert.equal(cluster.placement(ACCOUNT), "worker:5432");
  await turn();
  assert.equal(state.reads, 2);
  state.isAway = false;
  cluster.placement(ACCOUNT);
  await turn();
  assert.equal(state.reads, 3);
  cluster.placement(ACCOUNT);
  await turn();
  assert.equal(state.reads, 3, "a map that was read is used for a while");
});
