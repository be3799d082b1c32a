/** Tests of shard-map.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashAccount } from "./hash-account.ts";
import { ShardMap } from "./shard-map.ts";

const LOWEST = -2_147_483_648;

function aShard(first: number, port: number) {
  return { first, node: { host: "127.0.0.1", port }, ids: {} };
}

test("an account is on the shard with the last start that is not above its hash", () => {
  const id = "120000000001";
  const hash = hashAccount(id);
  const ports = (firsts: readonly number[]) =>
    new ShardMap(firsts.map((first, port) => aShard(first, port))).findShard(id)?.node.port;
  assert.equal(ports([LOWEST]), 0);
  assert.equal(ports([LOWEST, hash]), 1);
  assert.equal(ports([LOWEST, hash + 1]), 0);
  assert.equal(ports([hash, LOWEST, hash - 1, hash + 1]), 0);
});

test("a map without shards has no shard for any account", () => {
  assert.equal(new ShardMap([]).findShard("1"), undefined);
});
