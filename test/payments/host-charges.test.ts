/**
 * `reconcile --against-host`: after a failover that lost commits, the card host has charges that the
 * database does not know. The command finds them, and reverses them only if it is told to.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { readChargeFile } from "../../src/commands/operations/charge-file.ts";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import { runHere, serveHere } from "../kit/command-process.ts";
import { keySettings } from "../kit/custody.ts";
import { openSeededDatabase, type TestDatabase } from "../kit/database.ts";
import { makeFolder, type Settings } from "../kit/process.ts";
import { openReceiver } from "../kit/receiver.ts";
import { until } from "../kit/until.ts";

const CARD_NUMBER = CARD.card_number;
const HOUR = "2 hours";

interface Place {
  readonly database: TestDatabase;
  readonly settings: Settings;
}

interface Open extends Place {
  pay(form: Record<string, string>): Promise<Record<string, string>>;
}

/** A database, for commands alone. */
async function openPlace(t: TestContext, own: Settings = {}): Promise<Place> {
  const database = await openSeededDatabase(t);
  return { database, settings: { ...(await commandSettings(t, database)), ...own } };
}

async function commandSettings(t: TestContext, { url }: TestDatabase): Promise<Settings> {
  return {
    DATABASE_URL: url,
    DATA_DIR: await makeFolder(t),
    ...keySettings(),
    LOG_LEVEL: "silent",
    PROCESSOR_TIMEOUT_MS: "500",
  };
}

/** With a running gateway, whose jobs send the reversals. */
async function openServed(t: TestContext): Promise<Open> {
  const place = await openPlace(t);
  const { url } = await serveHere(t, place.settings);
  const pay = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ ...ACCOUNT, ...form, response_format: "JSON" });
    const answer = await fetch(`${url}/api/qsapi/3.8`, { method: "POST", body });
    return (await answer.json()) as Record<string, string>;
  };
  return { ...place, pay };
}

/** Without jobs: only payments are taken. */
async function open(t: TestContext): Promise<Open> {
  const { server, database } = await openTestApp(t);
  const settings = await commandSettings(t, database);
  const pay = async (form: Record<string, string>) => {
    const sent = { ...ACCOUNT, ...form, response_format: "JSON" };
    return (await post(server, "/api/qsapi/3.8", sent)).json();
  };
  return { database, settings, pay };
}

const sell = ({ pay }: Open, amount: string, own = {}) =>
  pay({ ...CARD, transaction_type: "SALE", transaction_amount: amount, ...own });

/** As if everything so far had happened two hours ago. */
async function age({ database: { owner } }: Open): Promise<void> {
  await owner.rows`update simulator.card_orders set received_at = received_at - ${HOUR}::interval`;
  // A cluster refuses to subtract from a time with a zone.
  await owner.rows`update attempts
    set started_at = (started_at at time zone 'UTC' - ${HOUR}::interval) at time zone 'UTC'`;
}

/** What a failover to an asynchronous standby loses of a payment. */
async function lose({ database: { owner } }: Open, id: string): Promise<void> {
  await owner.rows`delete from attempts where transaction_id = ${id}`;
  await owner.rows`delete from transactions where id = ${id}`;
  await owner.rows`delete from vault where token_id = ${id}`;
}

const RANGE = () => {
  const now = Temporal.Now.instant();
  return `${now.subtract({ hours: 3 })}..${now.subtract({ hours: 1 })}`;
};

async function reconcile({ settings }: Place, ...words: string[]) {
  const { code, stdout, stderr } = await runHere(["reconcile", ...words, "--json"], settings);
  assert.equal(stderr, "");
  return { code, said: JSON.parse(stdout) };
}

async function countAudited({ database: { owner } }: Open): Promise<number> {
  const [row] = await owner.rows<{ count: number }>`
    select count(*)::int as count from audit_entries where action = 'charge.reverse'`;
  return row?.count ?? 0;
}

test("the host's list finds a lost sale, and --reverse reverses it once", async (t) => {
  const place = await openServed(t);
  const kept = await sell(place, "10.00");
  const lost = await sell(place, "20.00");
  assert.ok(kept["transaction_id"] && lost["transaction_id"]);
  await lose(place, lost["transaction_id"]);
  await age(place);
  const asked = ["--against-host", RANGE()];

  const first = await reconcile(place, ...asked);
  assert.equal(first.code, 1);
  const [difference, ...others] = first.said.differences;
  assert.deepEqual(others, []);
  assert.equal(difference.difference, "unknown_here");
  assert.deepEqual(
    [difference.transactionId, difference.transactionType, difference.amountCents],
    [lost["transaction_id"], "SALE", 2_000],
  );
  assert.equal(first.said.counts.agrees, 1);
  assert.equal(await countAudited(place), 0, "it only reads");

  const runs = await Promise.all([1, 2].map(() => reconcile(place, ...asked, "--reverse")));
  assert.deepEqual(
    runs.flatMap(({ said }) => said.reversing),
    [difference.reference],
    "of two commands at once, one records the reversal",
  );
  const { owner } = place.database;
  await until(async () => (await owner.rows`select from open_attempts`).length === 0);
  const [order] = await owner.rows<{ is_reversed: boolean }>`
    select reversed_at is not null as is_reversed from simulator.card_orders
    where reference = ${difference.reference}`;
  assert.equal(order?.is_reversed, true);
  const [row] = await owner.rows<{ state: string }>`
    select state from transactions where id = ${lost["transaction_id"]}`;
  assert.equal(row?.state, "reversed");
  const last = await reconcile(place, ...asked, "--reverse");
  assert.deepEqual([last.code, last.said.reversing], [0, []]);
  assert.equal(await countAudited(place), 1);
});

test("a lost capture and a lost refund are reversed without changing their payment", async (t) => {
  const place = await openServed(t);
  const authorized = await place.pay({
    ...CARD,
    transaction_type: "AUTHORIZATION",
    transaction_amount: "30.00",
  });
  const sold = await sell(place, "40.00");
  const { owner } = place.database;
  await owner.rows`create table before as select * from transactions`;
  const token = (id = "") => ({ tender_type: "CARD", token_id: id });
  await place.pay({
    ...token(authorized["transaction_id"]),
    transaction_type: "CAPTURE",
    transaction_amount: "30.00",
  });
  const refund = await place.pay({
    ...token(sold["transaction_id"]),
    transaction_type: "REFUND",
    transaction_amount: "15.00",
  });
  // The commits of the changes are lost.
  await owner.rows`delete from attempts where transaction_type in ('CAPTURE', 'REFUND')`;
  await owner.rows`delete from transactions where id = ${refund["transaction_id"]}`;
  await owner.rows`
    update transactions now set transaction_type = before.transaction_type, state = before.state,
      refunded_cents = before.refunded_cents
    from before where before.id = now.id`;
  await age(place);
  const { said } = await reconcile(place, "--against-host", RANGE(), "--reverse");
  const types = said.differences.map((one: { transactionType: string }) => one.transactionType);
  assert.deepEqual(types.sort(), ["CAPTURE", "REFUND"]);
  await until(async () => (await owner.rows`select from open_attempts`).length === 0);
  const rows = await owner.rows<{ type: string; is_reversed: boolean }>`
    select transaction_type as type, reversed_at is not null as is_reversed
    from simulator.card_orders order by received_at`;
  assert.deepEqual(
    rows.map(({ type, is_reversed }) => `${type} ${is_reversed}`),
    ["AUTHORIZATION false", "SALE false", "CAPTURE true", "REFUND true"],
  );
  const states = await owner.rows<{ state: string }>`
    select state from transactions order by amount_cents`;
  assert.deepEqual(
    states.map(({ state }) => state),
    ["authorized", "sold"],
  );
});

test("what is approved here and unknown to the host is listed", async (t) => {
  const place = await open(t);
  const sold = await sell(place, "10.00");
  await place.database.owner.rows`delete from simulator.card_orders`;
  await age(place);
  const { code, said } = await reconcile(place, "--against-host", RANGE());
  assert.equal(code, 1);
  assert.deepEqual(
    said.differences.map((one: Record<string, string>) => [
      one["difference"],
      one["transactionId"],
    ]),
    [["unknown_at_host", sold["transaction_id"]]],
  );
  const again = await reconcile(place, "--against-host", RANGE(), "--reverse");
  assert.deepEqual(again.said.reversing, [], "there is nothing to reverse at the host");
});

test("a charge that is younger than a lease is not judged, and an open payment is pending", async (t) => {
  const place = await open(t);
  const lost = await sell(place, "20.00");
  await lose(place, lost["transaction_id"] ?? "");
  const now = Temporal.Now.instant();
  const range = `${now.subtract({ minutes: 5 })}..${now.add({ minutes: 5 })}`;
  const { code, said } = await reconcile(place, "--against-host", range, "--reverse");
  assert.equal(code, 0);
  assert.deepEqual([said.counts.too_young, said.differences, said.reversing], [1, [], []]);
});

/** The charges of the simulator as a host's file. */
async function readOrders({ database: { owner } }: Open) {
  return owner.rows<Record<string, string>>`
    select reference, account_id, transaction_id::text, transaction_type, amount_cents::text,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as charged_at
    from simulator.card_orders order by received_at`;
}

async function writeTo(t: TestContext, name: string, lines: readonly string[]): Promise<string> {
  const file = path.join(await makeFolder(t), name);
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}

test("a file of charges is compared as CSV and as JSON lines", async (t) => {
  const place = await open(t);
  const lost = await sell(place, "20.00");
  await sell(place, "10.00");
  await lose(place, lost["transaction_id"] ?? "");
  await age(place);
  const orders = await readOrders(place);
  const names = Object.keys(orders[0] ?? {});
  const csv = [names.join(), ...orders.map((order) => Object.values(order).join())];
  for (const file of [
    await writeTo(t, "charges.csv", csv),
    await writeTo(
      t,
      "charges.jsonl",
      orders.map((order) => JSON.stringify(order)),
    ),
  ]) {
    const { code, said } = await reconcile(place, "--against-host", file);
    assert.equal(code, 1);
    assert.equal(said.differences[0].transactionId, lost["transaction_id"]);
    assert.equal(said.counts.agrees, 1);
  }
  const [, first = ""] = csv;
  const partial = await writeTo(t, "partial.csv", [names.join(), first]);
  const covers = await reconcile(place, "--against-host", partial, "--covers", RANGE());
  assert.deepEqual(
    covers.said.differences.map((one: { difference: string }) => one.difference),
    ["unknown_here", "unknown_at_host"],
  );
  const table = await runHere(["reconcile", "--against-host", partial], place.settings);
  assert.match(table.stdout, /^Difference +Account +Transaction +Type +Amount +Time +Reference\n/);
  assert.match(table.stdout, /charged, unknown here +120000000001 /);
  assert.match(table.stdout, /Nothing was changed/);
});

test("a file is not expected to have payments that began just before its end", async (t) => {
  const place = await open(t);
  await sell(place, "10.00");
  await age(place);
  const [order] = await readOrders(place);
  const chargedAt = Temporal.Instant.from(order?.["charged_at"] ?? "");
  const file = await writeTo(t, "charges.csv", [Object.keys(order ?? {}).join()]);
  // Twice PROCESSOR_TIMEOUT_MS and a minute.
  for (const [seconds, differences] of [
    [50, 0],
    [70, 1],
  ] as const) {
    const covers = `${chargedAt.subtract({ hours: 1 })}..${chargedAt.add({ seconds })}`;
    const { said } = await reconcile(place, "--against-host", file, "--covers", covers);
    assert.equal(said.differences.length, differences, covers);
  }
  const short = `${chargedAt.subtract({ seconds: 61 })}..${chargedAt}`;
  const words = ["reconcile", "--against-host", file, "--covers", short];
  const { code, stderr } = await runHere(words, place.settings);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The time of --covers must be longer than 61 seconds\. Payments that began/,
  );
});

test("a file with an error is refused by line, without repeating a value", async (t) => {
  const good = "019a0000-0000-7000-8000-000000000001,120000000001,323000000001,SALE,1000";
  const head = "reference,account_id,transaction_id,transaction_type,amount_cents,charged_at";
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      `${head}\n${CARD_NUMBER},1,2,SALE,1,2026-11-17T10:00:00Z`,
      /Line 2: reference is missing or wrong/,
    ],
    [`${head}\n${good},2026-11-17 10:00`, /Line 2: charged_at is missing or wrong/],
    [`reference,amount\n${CARD_NUMBER},1`, /Line 1: missing columns: account_id, /],
    [`{"reference": ${CARD_NUMBER}`, /Line 1: each line must be one JSON object/],
    [`{"reference":"${CARD_NUMBER}"}`, /Line 1: reference is missing or wrong/],
  ];
  for (const [text, words] of cases) {
    const file = await writeTo(t, "charges", [text]);
    await assert.rejects(readChargeFile(file), (error: Error) => {
      assert.match(error.message, words);
      assert.ok(!error.message.includes(CARD_NUMBER), error.message);
      return true;
    });
  }
});

test("a file that cannot be read is refused with what to name instead", async (t) => {
  const { settings } = await openPlace(t);
  const missing = await runHere(["reconcile", "--against-host", "no-such-file"], settings);
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(missing.stderr, /cannot be read\. Name a file of charges, or a time such as/);
});

/** A host that lists its charges in pages, or does not offer a list. */
async function openListingHost(t: TestContext, pages: readonly object[] | undefined) {
  const asked: Record<string, unknown>[] = [];
  const { url } = await openReceiver(t, (response, { path: where, body }) => {
    if (!where.endsWith("/charges") || pages === undefined) return response.writeHead(404).end();
    asked.push(JSON.parse(body));
    return response.end(JSON.stringify(pages[asked.length - 1]));
  });
  return { url, asked };
}

async function addListingHost({ settings }: Place, url: string): Promise<void> {
  const { stderr } = await runHere(
    ["card-hosts", "add", "acme", "--kind", "json", "--url", url],
    settings,
  );
  assert.equal(stderr, "");
}

test("a card host over HTTP is asked page by page", async (t) => {
  const charge = {
    account_id: "120000000001",
    transaction_id: "323000000001",
    transaction_type: "SALE",
    amount_cents: 1_000,
    charged_at: Temporal.Now.instant().subtract({ hours: 2 }).toString(),
  };
  const reference = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`;
  const host = await openListingHost(t, [
    { charges: [{ ...charge, reference: reference(1), account_id: "8" }], next: "page 2" },
    { charges: [{ ...charge, reference: reference(2), account_id: "7" }] },
  ]);
  const place = await openPlace(t, { CARD_HOST_URL: host.url });
  const { code, said } = await reconcile(place, "--against-host", RANGE());
  assert.equal(code, 1);
  assert.deepEqual(
    said.differences.map((one: Record<string, string>) => [one["difference"], one["reference"]]),
    [
      ["unknown_account", reference(1)],
      ["unknown_account", reference(2)],
    ],
  );
  assert.equal(host.asked.length, 2);
  assert.equal(host.asked[1]?.["after"], "page 2");
  assert.equal(host.asked[0]?.["limit"], 200);
});

test("a card host that cannot list charges is said so, with the way to use a file", async (t) => {
  const host = await openListingHost(t, undefined);
  const place = await openPlace(t, { CARD_HOST_URL: host.url });
  const { code, stderr } = await runHere(["reconcile", "--against-host", RANGE()], place.settings);
  assert.equal(code, 1);
  assert.match(stderr, /^The card host cannot list charges.*reconcile --against-host charges\.csv/);
});

test("with --card-host a named host is asked, and only its payments are compared", async (t) => {
  const place = await open(t);
  const { owner } = place.database;
  const byDefault = await sell(place, "10.00");
  const byName = await sell(place, "20.00");
  const host = await openListingHost(t, [{ charges: [] }]);
  await addListingHost(place, host.url);
  await owner.rows`
    update transactions set card_host = 'acme' where id = ${byName["transaction_id"] ?? ""}`;
  await age(place);
  const { said } = await reconcile(place, "--against-host", RANGE(), "--card-host", "acme");
  assert.deepEqual(
    said.differences.map(({ transactionId }: Record<string, string>) => transactionId),
    [byName["transaction_id"]],
  );
  const names = "reference,account_id,transaction_id,transaction_type,amount_cents,charged_at";
  const file = await writeTo(t, "charges.csv", [names]);
  const first = await reconcile(place, "--against-host", file, "--covers", RANGE());
  assert.deepEqual(
    first.said.differences.map(({ transactionId }: Record<string, string>) => transactionId),
    [byDefault["transaction_id"]],
  );
});

test("the reversal of a named host's charge is recorded for that host", async (t) => {
  const place = await open(t);
  const { owner } = place.database;
  const reference = "019a0000-0000-7000-8000-000000000001";
  const charged_at = Temporal.Now.instant().subtract({ hours: 2 }).toString();
  const ids = { reference, account_id: ACCOUNT.account_id, transaction_id: "323000000001" };
  const charge = { ...ids, transaction_type: "SALE", amount_cents: 1_000, charged_at };
  const host = await openListingHost(t, [{ charges: [charge] }]);
  await addListingHost(place, host.url);
  await owner.rows`update accounts set card_merchant_id = 'M1', card_terminal_id = 'T1'`;
  const words = ["--against-host", RANGE(), "--card-host", "acme", "--reverse"];
  assert.deepEqual((await reconcile(place, ...words)).said.reversing, [reference]);
  const [owed] = await owner.rows<{ columns: Record<string, unknown> }>`
    select request -> 'columns' as columns from open_attempts`;
  assert.equal(owed?.columns["card_host"], "acme");
  assert.deepEqual(owed?.columns["host_merchant"], {
    ...{ merchantId: "M1", terminalId: "T1", categoryCode: "0000" },
  });
});

test("a card host that does not exist is refused with the names of those that do", async (t) => {
  const place = await openPlace(t);
  const words = ["reconcile", "--against-host", RANGE(), "--card-host", "acme"];
  const { code, stderr } = await runHere(words, place.settings);
  assert.equal(code, 1);
  assert.equal(stderr, "There is no card host acme. Named card hosts: none.\n");
});
