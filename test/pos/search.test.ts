/** The list of sales, its filters and its search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type SaleFilter, SearchStore } from "../../src/core/pos/sales/search-store.ts";
import { TermStore } from "../../src/core/pos/sales/term-store.ts";
import type { Cents } from "../../src/values/money.ts";
import {
  assertErrors,
  aToken,
  BOOKS,
  custom,
  type FormFields,
  logIn,
  openShopApp,
  type TestShop,
} from "../kit/pos.ts";

async function found({ owner }: TestShop, query: string): Promise<number[]> {
  const answer = await owner.get(`/transactions/?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  const { count, results } = answer.json();
  assert.equal(count, results.length, query);
  return results.map(({ id }: { id: number }) => id);
}

test("sales are listed newest first, and every filter works", async (t) => {
  const shop = await openShopApp(t);
  const cashier = await logIn(shop, "cashier");
  const category = (await shop.owner.post("/categories/", { name: "Drinks" })).json().id;
  const tea = { name: "Green Tea", price: "4", category_id: category };
  const item = (await shop.owner.post("/items/", tea)).json().id;
  const token = await aToken(shop);
  const sell = async (phone: typeof cashier, form: FormFields, at: string) => {
    shop.clock.set(at);
    const answer = await phone.post("/transactions/", form);
    return Number(/(\d+)\/$/.exec(String(answer.headers.location))?.[1]);
  };
  const teaForm = { "line_items[0][item_id]": item, subtotal: "4", total: "4" };
  // The shop is in New York, where 04:30 UTC is still the previous day.
  const a = await sell(shop.owner, teaForm, "2026-11-10T04:30:00Z");
  const b = await sell(shop.owner, custom("9.00", { token }), "2026-11-10T06:00:00Z");
  const c = await sell(
    cashier,
    custom("20.00", {
      customer_email: "Ann.Lee@Customer.test",
      "line_items[0][name]": "50% Größe_\\",
    }),
    "2026-11-11T12:00:00Z",
  );
  const d = await sell(cashier, custom("1.02", { token }), "2026-11-12T12:00:00Z");
  const paidAs = (await shop.owner.get(`/transactions/${b}`)).json().transaction_id;
  const me = (await shop.owner.get(`/transactions/${c}`)).json().user_id;

  const cases: [query: string, ids: number[]][] = [
    ["", [d, c, b, a]],
    ["status=completed", [c, b, a]],
    ["status=declined", [d]],
    ["status=refunded", []],
    [`user_id=${me}`, [d, c]],
    ["start_date=2026-11-10", [d, c, b]],
    ["end_date=2026-11-09", [a]],
    ["start_date=2026-11-10&end_date=2026-11-11", [c, b]],
    ["start_date=2026-11-10T06:00:00Z&end_date=2026-11-11T07:00:01-05:00", [c, b]],
    ["start_date=2026-11-10 01:00:00&end_date=2026-11-11 07:00:00", [c, b]],
    ["start_date=2026-11-10+01:00:01&end_date=2026-11-11%2006:59:59", []],
    ["start_date=2026-11-10T01:00:00&end_date=2026-11-11T07:00:00", [c, b]],
    ["start_date=0000-01-01 00:00:00&end_date=9999-12-31 23:59:59", [d, c, b, a]],
    ["start_date=0000-01-01&end_date=9999-12-31", [d, c, b, a]],
    ["start_date=9999-12-31", []],
    ["end_date=0000-01-01", []],
    ["start_date=0000-01-01T00:00:00Z&end_date=9999-12-31T23:59:59-12:00", [d, c, b, a]],
    ["min_total=4&max_total=9.00", [b, a]],
    ["min_total=20", [c]],
    [`category_id=${category}`, [a]],
    [`category_id=${category}&status=declined`, []],
    [`category_id=${category}&start_date=2026-11-10`, []],
    ["category_id=999", []],
    ["q=green%20tea", [a]],
    ["q=TEA", [a]],
    ["q=gre", [a]],
    ["q=een", []],
    ["q=lee@customer", [c]],
    ["q=@customer", [c]],
    ["q=11", []],
    ["q=something", [d, b]],
    ["q=something&status=declined", [d]],
    ["q=something&end_date=2026-11-10", [b]],
    ["q=ann.lee", [c]],
    ["q=ann.lee@customer.test", [c]],
    ["q=1111", [d, b]],
    [`q=${a}&status=completed`, [a]],
    [`q=${a}`, [a]],
    [`q=${paidAs}`, [b]],
    [`q=${paidAs}&status=completed`, [b]],
    [`q=${paidAs}&status=declined`, []],
    [`q=${paidAs.slice(0, -1)}`, []],
    ["q=50%25", [c]],
    ["q=50%25%20gr", [c]],
    ["q=_", []],
    ["q=%25", []],
    ["q=GR%C3%96SSE", []],
    ["q=gr%C3%B6%C3%9Fe", [c]],
    ["q=nothing%20of%20this", []],
    ["q=", [d, c, b, a]],
    ["unknown=1", [d, c, b, a]],
  ];
  for (const [query, ids] of cases) assert.deepEqual(await found(shop, query), ids, query);

  const bad: [query: string, fields: string[]][] = [
    ["status=paid&user_id=x", ["status", "user_id"]],
    ["start_date=2026-02-30", ["start_date"]],
    ["end_date=yesterday", ["end_date"]],
    ["start_date=2026-11-10 24:00:00", ["start_date"]],
    ["start_date=2026-11-10 1:00", ["start_date"]],
    ["min_total=-1&max_total=1.234", ["min_total", "max_total"]],
    ["category_id=0", ["category_id"]],
    [`q=${"x".repeat(255)}`, ["q"]],
    ["q=%00", ["q"]],
  ];
  for (const [query, fields] of bad) {
    assertErrors(await shop.owner.get(`/transactions/?${query}`), fields, query);
  }
});

interface Row {
  readonly id: string;
  readonly status: "completed" | "declined";
  readonly userId: string;
  readonly at: Temporal.Instant;
  readonly totalCents: number;
  readonly categoryId: string;
  readonly texts: readonly string[];
}

const WORDS = ["coffee", "tea", "green tea", "ann@x.test", "bob@x.test", "4242", "1111", "lamp"];

test("any combination of filters finds the same sales as a simple scan", async (t) => {
  const shop = await openShopApp(t);
  const rows = await fill(shop);
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
  const moment = fc.nat(60).map((minutes) => START.add({ minutes }));
  const cents = fc.nat(600) as fc.Arbitrary<Cents>;
  const filter: fc.Arbitrary<SaleFilter> = fc.record({
    status: maybe(fc.constantFrom("completed", "declined")),
    userId: maybe(fc.constantFrom("1", "2")),
    from: maybe(moment),
    until: maybe(moment),
    minTotalCents: maybe(cents),
    maxTotalCents: maybe(cents),
    categoryId: maybe(fc.constantFrom("1", "2", "3")),
    text: maybe(
      fc.constantFrom("tea", "t", "x.te", "ea", "42", "4242", "nothing", rows[3]?.id ?? ""),
    ),
  });
  // A single filter uses its own statements.
  const only = (names: readonly string[]) =>
    filter.map((all) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
    );
  const asking = fc.oneof(
    filter,
    only(["text", "from"]),
    only(["categoryId", "until"]),
    only(["status"]),
  );
  const page = fc.record({ page: fc.integer({ min: 1, max: 3 }), perPage: fc.constantFrom(3, 25) });
  await fc.assert(
    fc.asyncProperty(asking, page, async (asked, { page, perPage }) => {
      const right = rows.filter((row) => isAsked(row, asked)).map(({ id }) => id);
      const [ids, count] = await shop.database.app.within({ accountId: BOOKS }, async (db) => {
        const search = new SearchStore(db, BOOKS);
        return [
          await search.findSaleIds(asked, { page, perPage }),
          await search.countSales(asked),
        ] as const;
      });
      const first = (page - 1) * perPage;
      assert.deepEqual(ids, right.slice(first, first + perPage + 1));
      assert.equal(count, right.length);
    }),
    { numRuns: 250 },
  );
});

const START = Temporal.Instant.from("2026-11-15T12:00:00Z");

function isAsked(row: Row, { status, userId, from, until, text, ...asked }: SaleFilter): boolean {
  const { compare } = Temporal.Instant;
  return (
    (status === undefined || row.status === status) &&
    (userId === undefined || row.userId === userId) &&
    (from === undefined || compare(row.at, from) >= 0) &&
    (until === undefined || compare(row.at, until) < 0) &&
    (asked.minTotalCents === undefined || row.totalCents >= asked.minTotalCents) &&
    (asked.maxTotalCents === undefined || row.totalCents <= asked.maxTotalCents) &&
    (asked.categoryId === undefined || row.categoryId === asked.categoryId) &&
    (text === undefined || row.id === text || row.texts.some((one) => isHeld(one, text)))
  );
}

/** Matches from the start of a word; the last four digits match as a whole only. */
function isHeld(term: string, text: string): boolean {
  if (/^\d{4}$/.test(term)) return term === text;
  return term.split(/[^a-z0-9]/).some((_, at, words) => {
    const before = words.slice(0, at).join("_").length + Math.min(at, 1);
    return term.slice(before).startsWith(text);
  });
}

/** Newest first. */
async function fill({ database }: TestShop): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let n = 0; n < 60; n++) {
    const row = {
      status: n % 7 === 0 ? "declined" : "completed",
      userId: String(1 + (n % 2)),
      at: START.add({ minutes: Math.floor(n / 2) }),
      totalCents: (n * 37) % 600,
      categoryId: String(1 + (n % 3)),
      texts: [WORDS[n % WORDS.length] ?? "", WORDS[(n * 3) % WORDS.length] ?? ""],
    } as const;
    const [made] = await database.owner.rows<{ id: string }>`
      with sale as (
        insert into pos_sales (account_id, user_id, cashier, status, subtotal_cents,
          discount_cents, tax_cents, tip_cents, total_cents, currency, taxes, created_at,
          updated_at)
        values (${BOOKS}, ${row.userId}, 'c', ${row.status}, ${row.totalCents}, 0, 0, 0,
          ${row.totalCents}, 'USD', '[]', ${row.at}, ${row.at})
        returning account_id, id, created_at
      )
      insert into pos_sale_lines (account_id, sale_id, category_id, name, price_cents, quantity,
        tax_rate_ids, share_cents, created_at)
      select account_id, id, ${row.categoryId}, 'x', 1, 1, '{}', 1, created_at
      from sale cross join generate_series(1, 2)
      returning sale_id as id`;
    const id = made?.id ?? "";
    await database.app.within({ accountId: BOOKS }, (db) =>
      new TermStore(db, BOOKS).addTerms(id, row.at, row.texts),
    );
    rows.unshift({ ...row, id });
  }
  return rows;
}
