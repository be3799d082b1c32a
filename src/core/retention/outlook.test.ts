/** The retention page of the console. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RETENTION_VARIABLES, type RetentionSettings } from "../../values/retention-settings.ts";
import { retentionOutlook } from "./outlook.ts";

test("the retention page has a line for every retention setting", () => {
  const now = Temporal.Instant.from("2026-11-17T12:00:00Z");
  const names = Object.keys(RETENTION_VARIABLES) as (keyof RetentionSettings)[];
  const settings = Object.fromEntries(names.map((name) => [name, 12])) as RetentionSettings;
  const oldest = { unspentId: null, messageId: null, act: null } as never;
  const lines = retentionOutlook({ settings, business: now, wall: now, oldest, months: [] });
  assert.deepEqual(
    lines.map(({ setting }) => setting).sort(),
    Object.values(RETENTION_VARIABLES).sort(),
  );
});
