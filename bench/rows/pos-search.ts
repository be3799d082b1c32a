/** The first page of every filter over a million sales of one account. */
import { type SaleFilter, SearchStore } from "../../src/core/pos/sales/search-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import type { Cents } from "../../src/values/money.ts";
import { openOwner } from "../environment.ts";
import { fillShop, OLD, SHOP } from "../pos-sales.ts";
import type { BenchRow } from "../row.ts";
import { measureSlowest } from "../slowest.ts";

const SALES = 1_000_000;
const PAGE = { page: 1, perPage: 25 };

const FIRST_DAY = Temporal.Instant.from("2024-01-01T00:00:00Z");

function listFilters(count: number): Readonly<Record<string, SaleFilter>> {
  const at = (share: number) => FIRST_DAY.add({ minutes: Math.floor(count * share) });
  const [dear, cheap] = [19_990 as Cents, 110 as Cents];
  return {
    nothing: {},
    completed: { status: "completed" },
    declined: { status: "declined" },
    failed: { status: "failed" },
    "a status that none has": { status: "pending" },
    "a user": { userId: "3" },
    "a user who left": { userId: String(OLD.user) },
    "the first day": { until: at(0.001) },
    "a year ago": { from: at(0.2), until: at(0.5) },
    "dear ones": { minTotalCents: dear },
    "cheap ones": { maxTotalCents: cheap },
    "one amount": { minTotalCents: 5_000 as Cents, maxTotalCents: 5_000 as Cents },
    "a category": { categoryId: "4" },
    "a category of the past": { categoryId: String(OLD.category) },
    "an item": { text: "item 77 of" },
    "every item": { text: "item" },
    "an item of the past": { text: `item ${OLD.item} of` },
    "a customer": { text: "customer4711@example.test" },
    "all customers": { text: "example.test" },
    "a thousand customers": { text: "customer47" },
    "a last four": { text: "4242" },
    "an id": { text: String(Math.ceil(count / 3)) },
    "words that nobody sold": { text: "no such thing" },
    "declined of a user in a year": { status: "declined", userId: "3", from: at(0.2) },
    "dear ones of a category": { categoryId: "4", minTotalCents: dear },
    "an item, refunded": { text: "item 77 of", status: "refunded" },
    "a customer's dear ones": { text: "customer4711@", minTotalCents: dear },
  };
}

export const posSearch: BenchRow = {
  name: "pos-search",
  about:
    "the first page of the slowest filter over a million sales of one account, the count apart; the peer asks for the newest 26 and filters nothing",
  unit: "ms",
  better: "lower",
  limits: [{ figure: "value", unit: "ms", atMost: 50 }],

  async prepare(installation, cleaning, { scale }) {
    const connectionString = await (await installation.databaseServer()).createDatabase(cleaning);
    const owner = openOwner(cleaning, connectionString);
    await migrate(owner, await readMigrations());
    const count = Math.ceil(SALES * scale);
    await fillShop(owner, count);
    const db = new DatabasePool({
      connectionString,
      role: APP_ROLE,
      size: 1,
      queueMax: 10,
      statementTimeoutMs: 60_000,
    });
    cleaning.add(() => db.close());
    const filters = Object.entries(listFilters(count));
    return {
      product: (seconds) => measureSlowest(filters, seconds, (filter) => search(db, filter)),
      peer: (seconds) => measureSlowest([["nothing", {}]], seconds, () => newest(db)),
    };
  },
};

function search(db: DatabasePool, filter: SaleFilter): Promise<unknown> {
  return db.within({ accountId: SHOP }, (tx) =>
    new SearchStore(tx, SHOP).findSaleIds(filter, PAGE),
  );
}

function newest(db: DatabasePool): Promise<unknown> {
  return db.within(
    { accountId: SHOP },
    (tx) => tx.rows`
      select id from pos_sales where account_id = ${SHOP}
      order by created_at desc, id desc limit ${PAGE.perPage + 1}`,
  );
}
