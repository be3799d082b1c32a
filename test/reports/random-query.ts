/** Random requests for reports: right ones that find something, and wrong ones of every kind. */
import fc from "fast-check";
import type { Parameters } from "./oracle-request.ts";
import { dateTexts, masked, masks } from "./random-date.ts";
import type { World, WorldTransaction } from "./world.ts";

type Clause = fc.Arbitrary<Parameters>;
type Weighted = readonly [weight: number, clause: Clause];

/** Whose report, of which time, and up to four wishes more; each alone can be left out. */
export function randomQuery(world: World): Clause {
  const wish = oneOf([...wishesOf(world), ...WRONG_WISHES]);
  const more = fc.oneof(fc.array(wish, { maxLength: 1 }), fc.array(wish, { maxLength: 4 }));
  return fc
    .tuple(credentialsOf(world), timeOf(world), more)
    .map(([credentials, time, wishes]) => Object.assign({}, credentials, time, ...wishes));
}

function oneOf(weighted: readonly Weighted[]): Clause {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function credentialsOf({ accounts }: World): Clause {
  const active = accounts.filter(({ isActive }) => isActive);
  const right = active.map(({ id, accessKey }) => ({ account_id: id, api_accesskey: accessKey }));
  const agent = accounts.filter(({ isAgent }) => isAgent);
  const below = accounts.filter(({ parentId }) => parentId !== null).map(({ id }) => id);
  const asAgent = fc
    .oneof(
      fc.constant("all"),
      fc.subarray(below, { minLength: 1 }).map((ids) => ids.join()),
    )
    .map((sub_account_ids) => ({
      account_id: agent[0]?.id ?? "",
      api_accesskey: agent[0]?.accessKey ?? "",
      sub_account_ids,
    }));
  const wrong = fc.constantFrom<Parameters>(
    {},
    { account_id: "120000000001" },
    { api_accesskey: "1".repeat(32) },
    { account_id: "120000000001", api_accesskey: "" },
    { account_id: "120000000001", api_accesskey: "2".repeat(32) },
    { account_id: "120000000005", api_accesskey: "1".repeat(32) },
    { account_id: "x", api_accesskey: "1".repeat(32) },
    // Switched off in some data sets.
    { account_id: "120000000004", api_accesskey: "4".repeat(32) },
  );
  return oneOf([
    [30, fc.constantFrom(...right)],
    [15, asAgent],
    [1, wrong],
  ]);
}

/** The date rules 1 to 5, in every form that a caller may write. */
function timeOf(world: World): Clause {
  const { day, second, exact, dayPattern, secondPattern, wrong } = dateTexts(world);
  const bound = oneOfTexts([6, day], [3, exact], [1, fc.constant("")]);
  const as = (name: string, text: fc.Arbitrary<string>) => text.map((value) => ({ [name]: value }));
  const range = fc
    .tuple(bound, bound, fc.constantFrom("both", "start", "end"))
    .map(([start, end, which]) => rangeOf(start, end, which));
  const which = fc.constantFrom<Parameters>({ date: "ACTION" }, { date: "BATCH" }, {});
  return oneOf([
    [3, fc.constant({})],
    [3, fc.constantFrom(...world.transactions).map(({ id }) => ({ transaction_id: id }))],
    [
      4,
      as(
        "transaction_date",
        oneOfTexts([2, day], [1, second], [1, exact], [1, dayPattern], [1, secondPattern]),
      ),
    ],
    [1, as("transaction_date", fc.constantFrom("", "*", "**", "????-*"))],
    [6, fc.tuple(range, which).map(([bounds, date]) => ({ ...bounds, ...date }))],
    [2, fc.tuple(range, as("transaction_date", day)).map(([one, two]) => ({ ...one, ...two }))],
    [
      8,
      fc
        .tuple(fc.constantFrom("", "2020-01-01"), which)
        .map(([start_date, date]) => ({ start_date, ...date })),
    ],
    [4, as("action_date", oneOfTexts([2, day], [2, dayPattern], [1, fc.constant("*")]))],
    [2, which],
    [2, day.map((text) => ({ ach_settle_date: text, tender_type: "ACH" }))],
    [1, fc.tuple(wrong, fc.constantFrom(...DATES)).map(([text, name]) => ({ [name]: text }))],
  ]);
}

const DATES = ["transaction_date", "start_date", "end_date", "action_date", "ach_settle_date"];

function oneOfTexts(...weighted: readonly [number, fc.Arbitrary<string>][]): fc.Arbitrary<string> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Mostly the right way round; by chance not. */
function rangeOf(start: string, end: string, which: string): Parameters {
  if (which === "start") return { start_date: start };
  if (which === "end") return { end_date: end };
  const isTurned = end !== "" && start > end && !start.endsWith("0");
  return isTurned ? { start_date: end, end_date: start } : { start_date: start, end_date: end };
}

function wishesOf({ transactions }: World): Weighted[] {
  const row = fc.constantFrom(...transactions);
  return [
    [4, textWish("cashier", row, ({ texts }) => texts.cashier)],
    [3, textWish("custom_id", row, ({ texts }) => texts.custom_id)],
    [3, textWish("group", row, ({ texts }) => texts.transaction_group)],
    [4, textWish("name", row, ({ texts }) => `${texts.first_name ?? ""} ${texts.last_name ?? ""}`)],
    [3, row.map(({ amount_cents }) => ({ amount: decimal(amount_cents) }))],
    [3, fc.tuple(row, row).map(([one, two]) => amountRange(one, two))],
    [2, row.map(({ id }) => ({ transaction_id: id }))],
    [5, fc.constantFrom("APPROVED", "DECLINED", "").map((status) => ({ status }))],
    [
      5,
      fc
        .constantFrom("ALL", "CARD", "ACH", "EBT", "GIFT", "")
        .map((tender_type) => ({ tender_type })),
    ],
    ...FLAGS.map((name): Weighted => [3, flag.map((value) => ({ [name]: value }))]),
    [1, fc.constant({ unknown: "x" })],
  ];
}

const FLAGS = ["batch_detail", "include_ach_settle_date", "reportable_fields", "utc_time"];
const flag = fc.constantFrom("1", "1", "true", "TRUE", "0", "false", "");

function textWish(
  name: string,
  row: fc.Arbitrary<WorldTransaction>,
  of: (row: WorldTransaction) => string | null,
): Clause {
  const value = row.map((one) => of(one) ?? "");
  const text = oneOfTexts(
    [3, value],
    [4, fc.tuple(value, masks).map(([known, mask]) => masked(known, mask))],
    [1, fc.constantFrom("*", "?", "?*", "*?*", "**", "%", "_", "\\", "nobody")],
  );
  return text.map((wish) => ({ [name]: wish }));
}

function decimal(cents: number): string {
  const text = (cents / 100).toFixed(2);
  return cents % 100 === 0 ? text.slice(0, -3) : text;
}

function amountRange(one: WorldTransaction, two: WorldTransaction): Parameters {
  const [low = 0, high = 0] = [one.amount_cents, two.amount_cents].sort((a, b) => a - b);
  return { amount_min: decimal(low), amount_max: decimal(high) };
}

/** Each is rare, so that most requests with several wishes are answered. */
const WRONG_WISHES: readonly Weighted[] = [
  [
    3,
    fc.constantFrom<Parameters>(
      { amount: "-1" },
      { amount: "1.234" },
      { amount: "1e3" },
      { amount: "1,000" },
      { amount: "1000000" },
      { amount: "?" },
      { amount_min: "5" },
      { amount_max: "5" },
      { amount_min: "5", amount_max: "4.99" },
      { amount: "5", amount_min: "4", amount_max: "6" },
      { amount: "5", amount_max: "6" },
      { tender_type: "CASH" },
      { tender_type: "ach" },
      { status: "approved" },
      { status: "*" },
      { date: "TRANSACTION" },
      { batch_detail: "yes" },
      { utc_time: "2" },
      { reportable_fields: "on" },
      { include_ach_settle_date: "11" },
      { transaction_id: "abc" },
      { transaction_id: "32300000000*" },
      { transaction_id: "1234567890123" },
      { sub_account_ids: "all" },
      { sub_account_ids: "ALL" },
      { sub_account_ids: "120000000001" },
      { sub_account_ids: "120000000009" },
      { sub_account_ids: "120000000001,120000000077" },
      { sub_account_ids: "120000000001,,120000000002" },
      { cashier: "x".repeat(101) },
      { custom_id: "😀".repeat(51) },
      { group: "x".repeat(26) },
      { name: "x".repeat(101) },
      { name: "a\u0000b" },
      { cashier: "\u007f" },
      { action_date: "2026-11-01", tender_type: "CARD" },
      { ach_settle_date: "2026-11-01" },
      { ach_settle_date: "2026-11-0?", tender_type: "ACH" },
      { start_date: "2026-11-??" },
      { end_date: "*" },
      { start_date: "2026-11-14", end_date: "2026-11-13" },
    ),
  ],
];
