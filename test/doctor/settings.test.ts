/** The doctor's checks of settings that production allows, but should not have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { examine, PRODUCTION, saidBy } from "../kit/doctor.ts";

const area = "settings";

test("usual settings of production are ok", async () => {
  const findings = await examine({ area, settings: { ...PRODUCTION, LOG_LEVEL: "info" } });
  assert.deepEqual(
    findings.map(({ check, level }) => [check, level]),
    [["combinations", "ok"]],
  );
});

test("each dangerous setting is a warning with advice", async () => {
  const settings = {
    ...PRODUCTION,
    ...{ DATABASE_URL: "", PUBLIC_URL: "", TRUSTED_PROXIES: "0.0.0.0/0", METRICS_FROM: "::/0" },
    ...{ STRICT_TRANSPORT_SECURITY: "off", RATE_PER_ADDRESS: "0", RATE_PER_CALLER: "0" },
    ...{ CARD_TESTING_DECLINES: "0", LOG_LEVEL: "silent", CONSOLE_IDLE_MINUTES: "30" },
    ...{ MASTER_KEY_OLD: "ab".repeat(32) },
  };
  const findings = await examine({ area, settings });
  const wanted = Object.keys(settings).filter((name) => name !== "ENVIRONMENT");
  assert.deepEqual(findings.map(({ check }) => check).sort(), wanted.sort());
  for (const finding of findings) {
    assert.equal(finding.level, "warning", finding.check);
    assert.ok("advice" in finding && finding.advice !== "", finding.check);
  }
});

test("certification allows all of it", async () => {
  const findings = await examine({ area, settings: { RATE_PER_ADDRESS: "0" } });
  assert.match(saidBy(findings, "ENVIRONMENT"), /^ok: This is certification/);
});
