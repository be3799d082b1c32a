/** Tests of plan.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecCode } from "../../values/bank.ts";
import { effectiveSecCode, type PlanFacts, planVerification } from "./plan.ts";
import { FREQUENCY_MAX_DAYS, FREQUENCY_STEP_DAYS } from "./settings.ts";

const NOW = Temporal.Instant.from("2026-11-15T12:00:00Z");
const DAYS = 90;

/** When the bank account last passed. The second in which the period ends is outside it. */
const LAST = {
  never: undefined,
  long_ago: NOW.subtract({ hours: 24 * (DAYS + 100) }),
  just_over: NOW.subtract({ hours: 24 * DAYS }),
  just_within: NOW.subtract({ hours: 24 * DAYS }).add({ seconds: 1 }),
  this_second: NOW,
} as const;
type Last = keyof typeof LAST;

interface Row {
  readonly isEnabled: boolean;
  readonly selected: readonly SecCode[];
  readonly every: boolean;
  readonly recurringSetting: boolean;
  readonly reissueSetting: boolean;
  readonly sent: SecCode | "DEF" | undefined;
  readonly standard: SecCode;
  readonly original: { readonly secCode: SecCode | undefined } | undefined;
  readonly isReissue: boolean;
  readonly isRecurring: boolean;
  readonly validates: boolean | undefined;
  readonly last: Last;
}

const FLAGS = [false, true];
const SIDES: { readonly [Side in keyof Row]: readonly Row[Side][] } = {
  isEnabled: FLAGS,
  selected: [["WEB"], ["PPD", "WEB", "TEL"], ["CCD", "PPD", "WEB", "TEL", "POP", "ARC", "RCK"]],
  every: FLAGS,
  recurringSetting: FLAGS,
  reissueSetting: FLAGS,
  sent: [undefined, "DEF", "WEB", "PPD", "ARC"],
  standard: ["WEB", "PPD", "CCD"],
  original: [undefined, { secCode: undefined }, { secCode: "WEB" }, { secCode: "CCD" }],
  isReissue: FLAGS,
  isRecurring: FLAGS,
  validates: [undefined, false, true],
  last: Object.keys(LAST) as Last[],
};

/** The rules of the contract in their order: the first that applies decides. */
const SENTENCES: readonly (readonly [speaks: (row: Row) => boolean, says: string])[] = [
  // If verification is off, validate_ach_account has no effect.
  [(row) => !row.isEnabled, "off"],
  // Rule 4, which comes before rules 1 to 3.
  [(row) => row.validates === true, "verify"],
  [(row) => row.validates === false, "not_required"],
  // The settings for reissues and for recurring payments.
  [(row) => row.isReissue && !row.reissueSetting, "not_required"],
  [(row) => row.isRecurring && !row.recurringSetting, "not_required"],
  // Rules 2 and 3: a code was sent.
  [(row) => names(row.sent) && !isSelected(row, row.sent), "not_required"],
  // Rule 3: a reissue without a code, whose original had one.
  [(row) => reuses(row) && !isSelected(row, row.original?.secCode), "not_required"],
  // Rules 1 and 3: there is no code.
  [(row) => standardApplies(row) && !isSelected(row, row.standard), "not_required"],
  // Verification of every transaction.
  [(row) => row.every, "verify"],
  // Rule 5: the first use, and the days after it.
  [(row) => row.last === "never", "verify"],
  [(row) => row.last === "long_ago" || row.last === "just_over", "verify"],
  [() => true, "previously_verified"],
];

function names(sent: Row["sent"]): boolean {
  return sent !== undefined && sent !== "DEF";
}

function reuses(row: Row): boolean {
  return row.isReissue && !names(row.sent) && row.original?.secCode !== undefined;
}

function standardApplies(row: Row): boolean {
  return !names(row.sent) && !reuses(row);
}

function isSelected({ selected }: Row, code: string | undefined): boolean {
  return selected.some((one) => one === code);
}

function* everyRow(): Generator<Row> {
  let rows: Partial<Row>[] = [{}];
  for (const [side, values] of Object.entries(SIDES)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [side]: value })));
  }
  yield* rows as Row[];
}

function planFacts(row: Row): PlanFacts {
  return {
    settings: {
      isEnabled: row.isEnabled,
      secCodes: row.selected,
      frequencyDays: row.every ? undefined : DAYS,
      coversRecurring: row.recurringSetting,
      coversReissue: row.reissueSetting,
      whenUnavailable: "decline",
    },
    secCodeSent: row.sent,
    defaultSecCode: row.standard,
    original: row.original,
    isReissue: row.isReissue,
    isRecurring: row.isRecurring,
    validates: row.validates,
    lastVerifiedAt: LAST[row.last],
    now: NOW,
  };
}

test("every combination is planned as the contract says", () => {
  const seen: Record<string, number> = {};
  let count = 0;
  for (const row of everyRow()) {
    const said = SENTENCES.find(([speaks]) => speaks(row))?.[1];
    const { kind } = planVerification(planFacts(row));
    if (kind !== said) assert.deepEqual({ ...row, kind }, { ...row, kind: said });
    seen[kind] = (seen[kind] ?? 0) + 1;
    count++;
  }
  assert.equal(count, 172_800);
  assert.deepEqual(Object.keys(seen).sort(), [
    "not_required",
    "off",
    "previously_verified",
    "verify",
  ]);
});

test("rule 5: the period ends at the exact second, for every frequency", () => {
  const row: Row = {
    isEnabled: true,
    selected: ["WEB"],
    every: false,
    recurringSetting: false,
    reissueSetting: false,
    sent: "WEB",
    standard: "WEB",
    original: undefined,
    isReissue: false,
    isRecurring: false,
    validates: undefined,
    last: "never",
  };
  const isGoodAfter = (frequencyDays: number, seconds: number) => {
    const facts = planFacts(row);
    const settings = { ...facts.settings, frequencyDays };
    const lastVerifiedAt = NOW.subtract({ seconds });
    return planVerification({ ...facts, settings, lastVerifiedAt }).kind === "previously_verified";
  };
  let frequencies = 0;
  for (let days = FREQUENCY_STEP_DAYS; days <= FREQUENCY_MAX_DAYS; days += FREQUENCY_STEP_DAYS) {
    const seconds = days * 86_400;
    const good = [seconds - 1, seconds, seconds + 1].map((after) => isGoodAfter(days, after));
    assert.deepEqual(good, [true, false, false], `${days} days`);
    frequencies++;
  }
  assert.equal(frequencies, 12);
});

test("the code of an original counts only for reissues, and DEF means the same as no code", () => {
  const original = { secCode: "TEL" } as const;
  const code = (secCodeSent: "DEF" | "ARC" | undefined, isReissue: boolean) =>
    effectiveSecCode({ secCodeSent, defaultSecCode: "CCD", original, isReissue });
  assert.deepEqual(
    [code(undefined, true), code("DEF", true), code("ARC", true)],
    ["TEL", "TEL", "ARC"],
  );
  assert.deepEqual(
    [code(undefined, false), code("DEF", false), code("ARC", false)],
    ["CCD", "CCD", "ARC"],
  );
});
