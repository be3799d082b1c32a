/** Tests of settings.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyVerificationChange,
  DEFAULT_VERIFICATION_SETTINGS,
  type VerificationChange,
} from "./settings.ts";

function errorOf(change: VerificationChange): string | undefined {
  const reading = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, change);
  return reading.kind === "invalid_settings" ? reading.error : undefined;
}

test("an account begins with WEB alone, every 360 days, neither recurring nor reissue, and off", () => {
  assert.deepEqual(DEFAULT_VERIFICATION_SETTINGS, {
    isEnabled: false,
    secCodes: ["WEB"],
    frequencyDays: 360,
    coversRecurring: false,
    coversReissue: false,
    whenUnavailable: "decline",
  });
});

test("the frequency is 30 to 360 days in steps of 30, or every transaction", () => {
  const good = Array.from({ length: 1_000 }, (_, days) => days - 100).filter(
    (frequencyDays) => errorOf({ frequencyDays }) === undefined,
  );
  assert.deepEqual(good, [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360]);
  for (const wrong of [30.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(errorOf({ frequencyDays: wrong }), "bad_frequency", String(wrong));
  }
  const every = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, { frequencyDays: "every" });
  assert.deepEqual(every, {
    kind: "good",
    settings: { ...DEFAULT_VERIFICATION_SETTINGS, frequencyDays: undefined },
  });
});

test("WEB cannot be deselected, DEF cannot be selected, and codes come once and in order", () => {
  assert.equal(errorOf({ secCodes: ["TEL", "PPD"] }), "fixed_sec_code_missing");
  assert.equal(errorOf({ secCodes: [] }), "fixed_sec_code_missing");
  assert.equal(errorOf({ secCodes: ["WEB", "DEF"] }), "unknown_sec_code");
  assert.equal(errorOf({ secCodes: ["WEB", ""] }), "unknown_sec_code");
  const reading = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, {
    secCodes: ["tel", "WEB", "TEL", "ccd"],
  });
  assert.deepEqual(reading.kind === "good" && reading.settings.secCodes, ["CCD", "WEB", "TEL"]);
});

test("when unavailable is decline or accept", () => {
  assert.equal(errorOf({ whenUnavailable: "accept" }), undefined);
  assert.equal(errorOf({ whenUnavailable: "ACCEPT" }), "bad_when_unavailable");
});

test("what is not asked for stays as it is", () => {
  const before = {
    ...DEFAULT_VERIFICATION_SETTINGS,
    frequencyDays: undefined,
    coversReissue: true,
  };
  assert.deepEqual(applyVerificationChange(before, {}), { kind: "good", settings: before });
});
