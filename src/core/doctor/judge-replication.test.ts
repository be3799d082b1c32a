/** Tests of judge-replication.ts. The failover tests check a real standby. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeReplication, type ReplicationFacts } from "./judge-replication.ts";

const STANDBY = {
  ...{ name: "standby1", state: "streaming", syncState: "sync" },
  ...{ lagSeconds: 0, bytesBehind: 0 },
};
const SOUND: ReplicationFacts = {
  standbys: [STANDBY],
  idleSlots: [],
  synchronousStandbyNames: "standby1",
  serversListed: 2,
};

function judge(changes: Partial<ReplicationFacts>) {
  const findings = judgeReplication({ ...SOUND, ...changes });
  return findings.map(({ level, found }) => `${level}: ${found}`).join("\n");
}

test("a synchronous standby that follows is ok", () => {
  assert.match(judge({}), /^ok: Standby standby1 \(sync\) is streaming, 0 s and 0 MB behind\.$/);
});

test("no standby is ok, unless DATABASE_URL lists one or commits wait for one", () => {
  const none = { standbys: [], synchronousStandbyNames: "" };
  assert.match(judge({ ...none, serversListed: 1 }), /^ok: No standby is connected\.$/);
  assert.match(judge(none), /^warning: DATABASE_URL lists 2 servers, but no standby/);
  assert.match(judge({ standbys: [] }), /^failing: .* no synchronous standby is connected/);
});

test("a standby that is late, is not streaming or is not synchronous is a warning", () => {
  const late = { ...STANDBY, lagSeconds: 61 };
  const behind = { ...STANDBY, bytesBehind: 257 * 1024 * 1024 };
  const starting = { ...STANDBY, state: "catchup" };
  for (const one of [late, behind, starting]) {
    assert.match(judge({ standbys: [one] }), /^warning: Standby standby1/);
  }
  const loose = { standbys: [{ ...STANDBY, syncState: "async" }], synchronousStandbyNames: "" };
  assert.match(judge(loose), /^warning: No standby is synchronous/);
});

test("standbys whose state is hidden are a warning", () => {
  assert.match(judge({ standbys: [{ ...STANDBY, state: null }] }), /^warning: .* may not see/);
});
