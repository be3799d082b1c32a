/** Tests of judge-settings.ts. test/doctor has tests on a real server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  judgeChecksums,
  judgeConnections,
  judgeDurability,
  judgeEncryption,
} from "./judge-settings.ts";
import type { ServerSettings } from "./server-settings-store.ts";

const SOUND: ServerSettings = {
  ...{ version: "18.4", database: "sixdoors", fsync: "on", fullPageWrites: "on" },
  ...{ synchronousCommit: "on", synchronousStandbyNames: "", dataChecksums: "on" },
  ...{ timeZone: "UTC", connectionsMax: 97, connections: 10 },
  ...{ isEncrypted: false, serverAddress: null },
};
const PRODUCTION = { isProduction: true };
const CERTIFICATION = { isProduction: false };

test("settings that lose payments fail in production and warn in certification", () => {
  const wrong = { ...SOUND, fsync: "off", fullPageWrites: "off", synchronousCommit: "off" };
  const levels = (strictness: typeof PRODUCTION) =>
    judgeDurability(wrong, strictness).map(({ level }) => level);
  assert.deepEqual(levels(PRODUCTION), ["failing", "failing", "failing"]);
  assert.deepEqual(levels(CERTIFICATION), ["warning", "warning", "warning"]);
  assert.deepEqual(
    judgeDurability({ ...SOUND, synchronousCommit: "remote_apply" }, PRODUCTION).length,
    1,
  );
});

test("an unencrypted connection to another machine is a warning in production", () => {
  const level = (changes: Partial<ServerSettings>, strictness = PRODUCTION) =>
    judgeEncryption({ ...SOUND, ...changes }, strictness).level;
  assert.equal(level({ serverAddress: "10.0.0.5" }), "warning");
  assert.equal(level({ serverAddress: "10.0.0.5" }, CERTIFICATION), "ok");
  assert.equal(level({ serverAddress: "10.0.0.5", isEncrypted: true }), "ok");
  assert.equal(level({ serverAddress: "::1" }), "ok");
  assert.equal(level({ serverAddress: null }), "ok");
});

test("checksums that are off are a warning", () => {
  assert.equal(judgeChecksums({ ...SOUND, dataChecksums: "off" }).level, "warning");
});

test("connections fail when nearly all are used, and warn when they may not suffice", () => {
  assert.equal(judgeConnections(SOUND, 83).level, "ok");
  assert.equal(judgeConnections(SOUND, 129).level, "warning");
  assert.equal(judgeConnections({ ...SOUND, connections: 90 }, 83).level, "failing");
});
