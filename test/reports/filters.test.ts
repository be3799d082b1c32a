/** The records that each parameter selects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openOwnReports, type ReportEnvironment, type Row } from "../kit/reports.ts";

type Form = Record<string, string>;

/** The indexes of the rows that each value finds. */
async function expectPlaces(
  env: ReportEnvironment,
  rows: readonly Row[],
  cases: readonly (readonly [Form, number[]])[],
): Promise<void> {
  const ids = await env.add(...rows);
  for (const [form, places] of cases) {
    const found = (await env.idsOf(form)).map((id) => ids.indexOf(id));
    assert.deepEqual(found, places, JSON.stringify(form));
  }
}

const WILD: Readonly<Record<string, string>> = {
  cashier: "cashier",
  custom_id: "custom_id",
  group: "transaction_group",
};

for (const [parameter, column] of Object.entries(WILD)) {
  test(`${parameter} matches exactly, or with the wildcards ? and *`, async (t) => {
    const texts = ["a", "ab", "abc", "A", "a%c", "a_c", "a\\c", "a'c", 'a"c', "äbc", "a😀c", null];
    const rows = texts.map((text) => ({ [column]: text }));
    const everywhere = texts.map((_, place) => place);
    const cases: readonly (readonly [string, number[]])[] = [
      ["a", [0]],
      ["A", [3]],
      ["a?", [1]],
      ["a?c", [2, 4, 5, 6, 7, 8, 10]],
      ["a*", [0, 1, 2, 4, 5, 6, 7, 8, 10]],
      ["*c", [2, 4, 5, 6, 7, 8, 9, 10]],
      ["a%c", [4]],
      ["a_c", [5]],
      ["a\\c", [6]],
      ["a'c", [7]],
      ['a"c', [8]],
      ["a%*", [4]],
      ["a_?", [5]],
      ["*\\*", [6]],
      ["?bc", [2, 9]],
      ["a*?c", [2, 4, 5, 6, 7, 8, 10]],
      ["???", [2, 4, 5, 6, 7, 8, 9, 10]],
      ["?*", everywhere.slice(0, -1)],
      ["*", everywhere],
      ["**", everywhere],
      ["", everywhere],
      ["x' or '1'='1", []],
      ["'; drop table", []],
    ];
    const forms = cases.map(([text, places]) => [{ [parameter]: text }, places] as const);
    await expectPlaces(await openOwnReports(t), rows, forms);
  });
}

test("name is first name, blank, last name, and accepts wildcards", async (t) => {
  const rows = [
    { first_name: "Ada", last_name: "Lovelace" },
    { first_name: "Ada" },
    { last_name: "Lovelace" },
    {},
  ];
  await expectPlaces(await openOwnReports(t), rows, [
    [{ name: "Ada Lovelace" }, [0]],
    [{ name: "Ada" }, [1]],
    [{ name: "Lovelace" }, [2]],
    [{ name: "Ada*" }, [0, 1]],
    [{ name: "*ove*" }, [0, 2]],
    [{ name: "Ada?Lovelace" }, [0]],
    [{ name: "*" }, [0, 1, 2, 3]],
  ]);
});

test("name has at most 100 characters, in the record and in the parameter", async (t) => {
  const env = await openOwnReports(t);
  const [id] = await env.add({ first_name: "É".repeat(50), last_name: "l".repeat(50) });
  const whole = `${"É".repeat(50)} ${"l".repeat(49)}`;
  assert.deepEqual(
    (await env.recordsOf()).map(({ name }) => name),
    [whole],
  );
  assert.deepEqual(await env.idsOf({ name: whole }), [id]);
  assert.deepEqual(await env.idsOf({ name: `${whole.slice(0, -1)}?` }), [id]);
});

test("amount is the amount of the record; amount_min and amount_max are a range", async (t) => {
  const rows = [0, 99, 100, 101, 99_999_999].map((amount_cents) => ({ amount_cents }));
  await expectPlaces(await openOwnReports(t), rows, [
    [{ amount: "0" }, [0]],
    [{ amount: "1" }, [2]],
    [{ amount: "1.0" }, [2]],
    [{ amount: "1.00" }, [2]],
    [{ amount: "999999.99" }, [4]],
    [{ amount: "5" }, []],
    [{ amount_min: "0.99", amount_max: "1.00" }, [1, 2]],
    [{ amount_min: "1.01", amount_max: "1.01" }, [3]],
    [{ amount_min: "0", amount_max: "999999.99" }, [0, 1, 2, 3, 4]],
  ]);
});

test("status is APPROVED or DECLINED; the default is both", async (t) => {
  const rows = [{}, { is_approved: false, state: "declined", message: "INSUFFICIENT FUNDS" }];
  await expectPlaces(await openOwnReports(t), rows, [
    [{}, [0, 1]],
    [{ status: "APPROVED" }, [0]],
    [{ status: "DECLINED" }, [1]],
  ]);
});

test("tender_type is CARD, ACH, EBT or GIFT; the default is ALL", async (t) => {
  const tenders = ["CARD", "ACH", "EBT", "GIFT", "EFT", "USDA", "FNS"];
  const rows = tenders.map((tender_type) => ({ tender_type, state: "sold" }));
  const all = tenders.map((_, place) => place);
  await expectPlaces(await openOwnReports(t), rows, [
    [{}, all],
    [{ tender_type: "ALL" }, all],
    [{ tender_type: "CARD" }, [0]],
    [{ tender_type: "ACH" }, [1]],
    [{ tender_type: "EBT" }, [2]],
    [{ tender_type: "GIFT" }, [3]],
  ]);
});

test("several parameters select records that match all of them", async (t) => {
  const rows = [
    { cashier: "Ada", amount_cents: 100 },
    { cashier: "Ada", amount_cents: 200 },
    { cashier: "Bob", amount_cents: 100 },
  ];
  await expectPlaces(await openOwnReports(t), rows, [
    [{ cashier: "A?a", amount: "1", status: "APPROVED", group: "*" }, [0]],
    [{ cashier: "A?a", amount: "1", status: "DECLINED" }, []],
  ]);
});

test("an account's report never has transactions of another account", async (t) => {
  const env = await openOwnReports(t);
  const [own, other = ""] = await env.add({}, { account_id: "120000000002" });
  assert.deepEqual(await env.idsOf({ start_date: "" }), [own]);
  assert.deepEqual(await env.idsOf({ transaction_id: other }), []);
});

test("fifty *? take no longer than one, and neither does a pattern that nearly matches everywhere", async (t) => {
  const env = await openOwnReports(t);
  const name = "a".repeat(50);
  const many = Array.from({ length: 2_000 }, () => ({ first_name: name, last_name: name }));
  await env.add(...many);
  const timeOf = async (pattern: string) => {
    const started = performance.now();
    await env.ask({ name: pattern });
    return performance.now() - started;
  };
  const best = async (pattern: string) =>
    Math.min(await timeOf(pattern), await timeOf(pattern), await timeOf(pattern));
  await timeOf("*");
  const simple = await best("*?b");
  for (const pattern of [`${"*?".repeat(49)}b`, `${"*a".repeat(49)}b`, `${"?*".repeat(49)}b`]) {
    const took = await best(pattern);
    assert.ok(took < 20 * simple + 200, `${pattern}: ${took} ms against ${simple} ms`);
  }
});
