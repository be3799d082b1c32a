/** Tests of settings.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyVerificationChange,
  DEFAULT_VERIFICATION_SETTINGS,
  type VerificationChange,
} from "./settings.ts";

function changeError(change: VerificationChange): string | undefined {
  const reading = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, change);
  return reading.kind === "invalid_settings" ? reading.error : undefined;
}

test("a new account has WEB only, every 360 days, neither recurring nor reissue, and is off", () => {
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
    (frequencyDays) => changeError({ frequencyDays }) === undefined,
  );
  assert.deepEqual(good, [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360]);
  for (const wrong of [30.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(changeError({ frequencyDays: wrong }), "bad_frequency", String(wrong));
  }
  const every = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, { frequencyDays: "every" });
  assert.deepEqual(every, {
    kind: "good",
    settings: { ...DEFAULT_VERIFICATION_SETTINGS, frequencyDays: undefined },
  });
});

test("WEB cannot be deselected, DEF cannot be selected, and codes are unique and ordered", () => {
  assert.equal(changeError({ secCodes: ["TEL", "PPD"] }), "fixed_sec_code_missing");
  assert.equal(changeError({ secCodes: [] }), "fixed_sec_code_missing");
  assert.equal(changeError({ secCodes: ["WEB", "DEF"] }), "unknown_sec_code");
  assert.equal(changeError({ secCodes: ["WEB", ""] }), "unknown_sec_code");
  const reading = applyVerificationChange(DEFAULT_VERIFICATION_SETTINGS, {
    secCodes: ["tel", "WEB", "TEL", "ccd"],
  });
  assert.deepEqual(reading.kind === "good" && reading.settings.secCodes, ["CCD", "WEB", "TEL"]);
});

test("when unavailable is decline or accept", () => {
  assert.equal(changeError({ whenUnavailable: "accept" }), undefined);
  assert.equal(changeError({ whenUnavailable: "ACCEPT" }), "bad_when_unavailable");
});

test("settings that are not sent stay unchanged", () => {
  const before = {
    ...DEFAULT_VERIFICATION_SETTINGS,
    frequencyDays: undefined,
    coversReissue: true,
  };
  assert.deepEqual(applyVerificationChange(before, {}), { kind: "good", settings: before });
});
