/** Random report requests: valid ones that find records, and invalid ones of every kind. */
import fc from "fast-check";
import type { Parameters } from "./oracle-request.ts";
import { dateTexts, masked, masks } from "./random-date.ts";
import { LOOKALIKES } from "./random-text.ts";
import type { World, WorldAccount, WorldTransaction } from "./world.ts";
import { WRONG } from "./wrong-parameters.ts";

type Clause = fc.Arbitrary<Parameters>;
type Weighted = readonly [weight: number, clause: Clause];

/** The caller, a date and up to four other parameters. Each can be left out when shrinking. */
export function randomQuery(world: World): Clause {
  const wish = oneOf([...wishesOf(world), ...WRONG_WISHES]);
  const more = fc.oneof(fc.array(wish, { maxLength: 1 }), fc.array(wish, { maxLength: 4 }));
  const by = (caller: Clause, zone: string): Clause =>
    fc
      .tuple(caller, timeOf(world, zone), more)
      .map(([credentials, time, wishes]) => Object.assign({}, credentials, time, ...wishes));
  const active = world.accounts.filter(({ isActive }) => isActive);
  return oneOf([
    ...active.map((one): Weighted => [6, by(fc.constant(credentialsOf(one)), one.zone)]),
    ...active
      .filter(({ isAgent }) => isAgent)
      .map((agent): Weighted => [15, by(forAccountsBelow(world, agent), agent.zone)]),
    [1, by(WRONG_CREDENTIALS, "UTC")],
  ]);
}

function oneOf(weighted: readonly Weighted[]): Clause {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function credentialsOf({ id, accessKey }: WorldAccount): Parameters {
  return { account_id: id, api_accesskey: accessKey };
}

function forAccountsBelow({ accounts }: World, agent: WorldAccount): Clause {
  const below = accounts.filter(({ parentId }) => parentId === agent.id).map(({ id }) => id);
  const some = fc.subarray(below, { minLength: 1 }).map((ids) => ids.join());
  return fc
    .oneof(fc.constant("all"), some)
    .map((sub_account_ids) => ({ ...credentialsOf(agent), sub_account_ids }));
}

const WRONG_CREDENTIALS: Clause = fc.constantFrom<Parameters>(
  {},
  { account_id: "120000000001" },
  { api_accesskey: "1".repeat(32) },
  { account_id: "120000000001", api_accesskey: "" },
  { account_id: "120000000001", api_accesskey: "2".repeat(32) },
  { account_id: "120000000005", api_accesskey: "1".repeat(32) },
  { account_id: "x", api_accesskey: "1".repeat(32) },
  // Disabled in some data sets.
  { account_id: "120000000004", api_accesskey: "4".repeat(32) },
);

/** The date rules 1 to 5, in every form. */
function timeOf(world: World, zone: string): Clause {
  const { day, second, exact, dayPattern, secondPattern, oddSecond, wrong } = dateTexts(
    world,
    zone,
  );
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
    [1, as("transaction_date", oddSecond)],
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
    [1, fc.oneof(day, exact).map(backwards)],
    [1, fc.tuple(wrong, fc.constantFrom(...DATES)).map(([text, name]) => ({ [name]: text }))],
  ]);
}

const DATES = ["transaction_date", "start_date", "end_date", "action_date", "ach_settle_date"];

function oneOfTexts(...weighted: readonly [number, fc.Arbitrary<string>][]): fc.Arbitrary<string> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Mostly in the correct order. */
function rangeOf(start: string, end: string, which: string): Parameters {
  if (which === "start") return { start_date: start };
  if (which === "end") return { end_date: end };
  const isTurned = end !== "" && start > end && !start.endsWith("0");
  return isTurned ? { start_date: end, end_date: start } : { start_date: start, end_date: end };
}

/** An end just before the start, by a day or a second. */
function backwards(end: string): Parameters {
  const [, day = "", time, offset = ""] = /^(\S{10})( \S{8})?(.*)$/.exec(end) ?? [];
  const last = Temporal.PlainDateTime.from(day + (time ?? ""));
  const next = last.add(time === undefined ? { days: 1 } : { seconds: 1 }).toString();
  const start = next.replace("T", " ").slice(0, time === undefined ? 10 : 19) + offset;
  return { start_date: start, end_date: end };
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

const FLAGS = [
  "batch_detail",
  "include_ach_settle_date",
  "purchase_detail",
  "reportable_fields",
  "utc_time",
];
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
    [
      2,
      fc.tuple(fc.constantFrom(...LOOKALIKES), masks).map(([known, mask]) => masked(known, mask)),
    ],
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

const WRONG_WISHES: readonly Weighted[] = WRONG.map((forms) => [1, fc.constantFrom(...forms)]);
