/** What `serve` says when it is ready, in production off a terminal: lines of JSON only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../src/app/version.ts";
import { serveHere } from "../kit/command-process.ts";
import { openDatabase } from "../kit/database.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  MASTER_KEY: "7e57".repeat(16),
  TRUSTED_PROXIES: "127.0.0.1",
};

for (const [words, level, message, address] of [
  [["--web"], "silent", "ready, answers requests", "url"],
  [["--worker"], "info", "ready, runs jobs only", "healthUrl"],
] as const) {
  test(`serve ${words} in production off a terminal writes only lines of JSON, one says that it is ready`, async (t) => {
    const { url } = await openDatabase(t);
    const settings = { ...PRODUCTION, DATABASE_URL: url, LOG_LEVEL: level };
    const { child } = await serveHere(t, settings, words);
    const { stdout } = await child.stop();
    const lines = stdout.trimEnd().split("\n");
    const ready = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === message);
    const { level: said, environment, version } = ready ?? assert.fail(stdout);
    assert.deepEqual([said, environment, version], ["info", "production", VERSION]);
    assert.match(ready[address], /^http:\/\/\S+:\d+$/);
  });
}
