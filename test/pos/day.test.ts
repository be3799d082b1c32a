/**
 * A whole day of a shop with a real HTTP client. In the end the point of sale, the client's own count
 * and the report of the day agree to the cent.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT } from "../kit/app.ts";
import {
  aToken,
  BOOKS,
  type FormFields,
  listPairs,
  openShopApp,
  type TestShop,
} from "../kit/pos.ts";
import { tier } from "../kit/tier.ts";

/** With 60, every kind of sale and of refund occurs. */
const SALES = tier(60, 200);

interface Reply {
  readonly status: number;
  readonly location: string | null;
  readonly body: Record<string, never>;
}

/** Calls a listening server with fetch, like an app on a phone. */
class Client {
  readonly #url: string;
  token = "";

  constructor(url: string) {
    this.#url = url;
  }

  async logIn(who: string): Promise<this> {
    const login = {
      account_id: BOOKS,
      email: `${who}@books.test`,
      passsword: `certification-${who}`,
    };
    const { status, body } = await this.send("POST", "/account/login/", login);
    assert.equal(status, 200);
    this.token = String(body["token"]);
    return this;
  }

  post(path: string, form: FormFields = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("POST", path, form, headers);
  }

  /** Sends every second form as multipart. */
  async send(
    method: string,
    path: string,
    form?: FormFields,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const url = `${this.#url}/api/json${path}${path.includes("?") ? "&" : "?"}token=${this.token}`;
    const body = form === undefined ? null : this.#bodyOf(form);
    const reply = await fetch(url, { method, headers, body });
    const text = await reply.text();
    return {
      status: reply.status,
      location: reply.headers.get("location"),
      body: text === "" ? {} : JSON.parse(text),
    };
  }

  #sent = 0;

  #bodyOf(form: FormFields): URLSearchParams | FormData {
    const isMultipart = ++this.#sent % 2 === 0;
    const body = isMultipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of listPairs(form)) body.append(name, value);
    return body;
  }
}

/** A random generator with a fixed seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const money = (cents: number) => (cents / 100).toFixed(2);

interface StockItem {
  readonly id: number;
  readonly cents: number;
  /** In millionths. */
  readonly rates: readonly (readonly [id: number, millionths: number])[];
}

interface Books {
  cash: number;
  card: number;
  refundedCash: number;
  refundedCard: number;
  declined: number;
}

async function stock(client: Client): Promise<readonly StockItem[]> {
  const made = async (path: string, form: FormFields) =>
    Number((await client.post(path, form)).body["id"]);
  const state = [await made("/tax-rates/", { name: "State", amount: "6.25" }), 62_500] as const;
  const city = [await made("/tax-rates/", { name: "City", amount: "2.375" }), 23_750] as const;
  const category_id = await made("/categories/", { name: "Books" });
  const stockItems: StockItem[] = [];
  for (const [n, rates] of [[], [state], [city], [state, city]].entries()) {
    const cents = 499 + n * 733;
    const form = { name: `Item ${n}`, price: money(cents), category_id };
    const ids = rates.map(([id]) => id);
    const id = await made("/items/", { ...form, "tax_rate_ids[]": ids });
    stockItems.push({ id, cents, rates });
  }
  return stockItems;
}

interface Basket {
  readonly form: FormFields;
  readonly total: number;
}

/** One to four lines, half of them custom, sometimes with a discount and a tip. */
function fillBasket(stockItems: readonly StockItem[], random: (below: number) => number): Basket {
  const form: Record<string, string> = {};
  const taxed = new Map<number, { base: number; millionths: number }>();
  let subtotal = 0;
  for (let n = 0; n <= random(4); n++) {
    const stockItem = stockItems[random(stockItems.length)] ?? assert.fail();
    const quantity = 1 + random(3);
    const isCustom = random(2) === 0;
    const cents = isCustom ? 500 + random(5_000) : stockItem.cents;
    const line = `line_items[${9 - n}]`;
    if (isCustom) {
      form[`${line}[name]`] = `Custom ${random(100)}`;
      form[`${line}[price]`] = money(cents);
      form[`${line}[tax_rate_ids]`] = stockItem.rates.map(([id]) => id).join(",");
      form[`${line}[notes]`] = "as agreed";
    } else form[`${line}[item_id]`] = String(stockItem.id);
    form[`${line}[quantity]`] = String(quantity);
    subtotal += cents * quantity;
    for (const [id, millionths] of stockItem.rates) {
      const base = (taxed.get(id)?.base ?? 0) + cents * quantity;
      taxed.set(id, { base, millionths });
    }
  }
  const discount = random(3) === 0 ? random(Math.floor(subtotal / 2)) : 0;
  const tip = random(3) === 0 ? random(1_000) : 0;
  let tax = 0;
  for (const { base, millionths } of taxed.values()) {
    const top = BigInt(base) * BigInt(subtotal - discount) * BigInt(millionths);
    const bottom = BigInt(subtotal) * 1_000_000n;
    tax += Number((2n * top + bottom) / (2n * bottom));
  }
  const total = subtotal - discount + tax + tip;
  Object.assign(form, { subtotal: money(subtotal), total: money(total) });
  if (discount > 0) form["discount"] = money(discount);
  if (tip > 0) form["tip"] = money(tip);
  return { form, total };
}

test(`after ${SALES} sales of all kinds, all totals agree to the cent`, async (t) => {
  const shop = await openShopApp(t);
  const url = await shop.server.listen({ host: "127.0.0.1", port: 0 });
  const manager = await new Client(url).logIn("manager");
  const cashier = await new Client(url).logIn("cashier");
  const stockItems = await stock(manager);
  const tokens = [await aToken(shop), await aToken(shop, { card_number: "5454545454545454" })];
  const random = randomFrom(20261115);
  const kept: Books = { cash: 0, card: 0, refundedCash: 0, refundedCard: 0, declined: 0 };
  const sold = await sellAll({ stockItems, tokens, random, phones: [manager, cashier], kept });
  await refundSome(sold, manager, random, kept);
  const receipt = { email: "again@customer.test" };
  assert.equal((await cashier.post(`/transactions/${sold[0]?.id}/receipt`, receipt)).status, 200);
  const list = (await cashier.send("GET", "/transactions/?status=declined&per_page=100")).body;
  assert.equal(list["count"], kept.declined);
  for (const phone of [manager, cashier]) {
    assert.equal((await phone.send("GET", "/account/logout/")).status, 204);
    assert.equal((await phone.send("GET", "/account")).status, 401);
  }
  assert.deepEqual(await posBooks(shop), kept);
  const day = shop.clock.business().toZonedDateTimeISO("America/New_York").toPlainDate();
  assert.deepEqual(await gatewayBooks(url, day.toString()), {
    card: kept.card,
    refunded: kept.refundedCard,
  });
});

interface Sold {
  readonly id: number;
  readonly isCard: boolean;
}

interface Day {
  readonly stockItems: readonly StockItem[];
  readonly tokens: readonly string[];
  readonly phones: readonly Client[];
  readonly random: (below: number) => number;
  readonly kept: Books;
}

async function sellAll({
  stockItems,
  tokens,
  phones,
  random,
  kept,
}: Day): Promise<readonly Sold[]> {
  const sold: Sold[] = [];
  for (let n = 0; n < SALES; n++) {
    const by = phones[random(2)] ?? assert.fail();
    const isDeclined = n % 20 === 0;
    const isCard = isDeclined || random(3) > 0;
    const basket = isDeclined ? declining() : fillBasket(stockItems, random);
    const more = isCard ? { token: tokens[random(2)] ?? "" } : { customer_email: `c${n}@x.test` };
    const id = await sellOne(by, { ...basket.form, ...more }, { n, isDeclined });
    if (id === undefined) {
      kept.declined++;
      continue;
    }
    kept[isCard ? "card" : "cash"] += basket.total;
    sold.push({ id, isCard });
  }
  return sold;
}

/** Returns undefined if the card was declined as expected. */
async function sellOne(
  by: Client,
  form: FormFields,
  { n, isDeclined }: { readonly n: number; readonly isDeclined: boolean },
): Promise<number | undefined> {
  const headers = { "idempotency-key": `sale ${n}` };
  const reply = await by.post("/transactions/", form, headers);
  assert.equal(reply.status, isDeclined ? 402 : 201, JSON.stringify(reply.body));
  // The answer was lost, and the phone sends the sale again.
  if (n % 10 === 3) {
    assert.equal((await by.post("/transactions/", form, headers)).status, reply.status);
  }
  if (isDeclined) return undefined;
  const id = Number(reply.body["id"]);
  assert.equal(reply.location, `/api/json/transactions/${id}/`);
  return id;
}

function declining(): Basket {
  const form = { subtotal: "1.05", total: "1.05" };
  return {
    form: { ...form, "line_items[0][name]": "Too dear", "line_items[0][price]": "1.05" },
    total: 105,
  };
}

/** Refunds every fifth sale: everything, a line, or an amount. */
async function refundSome(
  sold: readonly Sold[],
  client: Client,
  random: (below: number) => number,
  kept: Books,
): Promise<void> {
  for (const [n, { id, isCard }] of sold.entries()) {
    if (n % 5 !== 0) continue;
    const sale = (await client.send("GET", `/transactions/${id}`)).body;
    const lines = sale["line_items"] as unknown as { id: number }[];
    const kind = random(3);
    const form: FormFields =
      kind === 0
        ? {}
        : kind === 1
          ? { "line_items[]": lines[0]?.id ?? 0 }
          : { refund_amount: "0.50" };
    const reply = await client.post(`/transactions/${id}/refund`, form);
    // The simulated card host declines certain amounts.
    if (reply.status === 402) continue;
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const cents = Math.round(Number(reply.body["refunded"]) * 100);
    kept[isCard ? "refundedCard" : "refundedCash"] += cents;
  }
}

async function posBooks({ database }: TestShop): Promise<Books> {
  const [row] = await database.owner.rows<Books>`
    select
      sum(total_cents) filter (where token_id is null)::int as cash,
      sum(total_cents) filter (where token_id is not null and status <> 'declined')::int as card,
      sum(refunded_cents) filter (where token_id is null)::int as "refundedCash",
      sum(refunded_cents) filter (where token_id is not null)::int as "refundedCard",
      count(*) filter (where status = 'declined')::int as declined
    from pos_sales where account_id = ${BOOKS}`;
  return row ?? assert.fail();
}

interface Reported {
  readonly transaction_type: string;
  readonly authorization_msg: string;
  readonly transaction_amount: number;
}

/** A row of the report with an amount. */
const DONE = new Set(["APPROVED", "REFUND", "VOID"]);

/** The totals of the day's report: payments and refunds. */
async function gatewayBooks(url: string, day: string): Promise<{ card: number; refunded: number }> {
  const asked = { ...ACCOUNT, start_date: day, end_date: day, response_format: "JSON" };
  const body = new URLSearchParams(asked);
  const answer = await fetch(`${url}/api/rsapi/3.8`, { method: "POST", body });
  assert.equal(answer.headers.get("qs-response-code"), "100 OK");
  const { transactions } = (await answer.json()) as { readonly transactions: readonly Reported[] };
  const sumOf = (type: string) =>
    transactions
      .filter((one) => one.transaction_type === type && DONE.has(one.authorization_msg))
      .reduce((sum, one) => sum + Math.round(Number(one.transaction_amount) * 100), 0);
  return { card: sumOf("SALE"), refunded: sumOf("REFUND") };
}
