/** Card data and bank numbers of real payments are in no table, not even as bytes, and in no log. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { InjectOptions } from "fastify";
import { maskingDestination } from "../../src/adapters/log/masking-destination.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { BANK } from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { bankCanary, canaries, digitCanary, keyCanary, withoutIds } from "../kit/canaries.ts";
import { openCardHost } from "../kit/card-host.ts";
import { everythingStored } from "../kit/stored.ts";
import { readAtTerminal } from "../kit/terminal.ts";

const URL = "/api/qsapi/3.8";
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const AMOUNTS = ["12.34", "1.02", "1.90", "1.91", "1.92"];

async function listen({ database }: TestApp): Promise<void> {
  await database.owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${ACCOUNT.account_id}, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', true, '', now())`;
  await database.owner.rows`
    update accounts set receipt_email = 'owner@books.test' where id = ${ACCOUNT.account_id}`;
}

/** An app with full logging, a webhook and merchant receipts. */
async function openTalkative(t: TestContext, settings: { readonly cardHostUrl?: string } = {}) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const destination = maskingDestination({ terminal: false, write });
  const app = await openTestApp(
    t,
    { logLevel: "trace", ...settings },
    { ...NO_LIMITS, destination },
  );
  await listen(app);
  return { app, lines };
}

test("no payment path stores or logs a card number, track or verification value", async (t) => {
  const { app, lines } = await openTalkative(t);
  const birds = canaries(40).filter(({ text }) => !text.includes(" "));
  for (const [place, { text, needle }] of birds.entries()) {
    const card = text === needle ? { card_number: text } : { card_tracks: text };
    const sale = {
      ...ACCOUNT,
      ...card,
      tender_type: "CARD",
      card_expiration: "1230",
      card_verification: "7391",
      transaction_amount: AMOUNTS[place % AMOUNTS.length] ?? "",
      email: "grace@example.com",
      send_customer_receipt: "1",
      send_merchant_receipt: "1",
      response_format: "JSON",
    };
    const answers: string[] = [];
    for (const transaction_type of ["SALE", "AUTHORIZATION", "STORE", "CREDIT"]) {
      const answer = await post(app.server, URL, { ...sale, transaction_type });
      answers.push(answer.body);
      const { transaction_id: token_id = "" } = answer.json();
      const again = { ...ACCOUNT, token_id, response_format: "DEBUG" };
      answers.push((await post(app.server, URL, { ...again, transaction_type: "REFUND" })).body);
      const reissue = { ...again, reissue: "1", tender_type: "CARD", transaction_amount: "5.00" };
      answers.push((await post(app.server, URL, { ...reissue, transaction_type: "SALE" })).body);
    }
    assert.ok(!answers.join("\n").includes(needle), "an answer has the number");
  }
  await app.flush();
  const stored = await everythingStored(app);
  const [approved] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions where is_approved`;
  assert.ok((approved?.count ?? 0) > 50, "they really paid");
  for (const { text, needle } of birds) {
    for (const form of [needle, text, Buffer.from(needle).toString("hex")]) {
      assert.ok(!stored.includes(form), "a table has the number");
      assert.ok(!lines.join("\n").includes(form), "the log has the number");
    }
  }
  assert.ok(!/\b7391\b/.test(withoutIds(stored)), "a table has the verification value");
});

/** One card at a terminal: what it sends, and what must be found nowhere. */
function cardAtTerminal(number: string, counter: number) {
  const discretionary = digitCanary(13);
  const pinBlock = keyCanary().slice(0, 16).toUpperCase();
  const cryptogram = keyCanary().slice(0, 16).toUpperCase();
  const track2 = `${number}=3012101${discretionary}`;
  const chip = `5713${track2.replace("=", "D")}F5A08${number}9F2608${cryptogram}9F390105`;
  const pin = `9908${pinBlock}C10AFFFF9876543210E00009`;
  const read = (plain: string | Uint8Array, by: number) => {
    const { devicePayload: device_payload, ksn } = readAtTerminal({ counter: by, plain });
    return { device_type: "generic", device_serial: "GEN0000001", device_payload, ksn };
  };
  return {
    cards: [
      { card_tracks: `%B${number}^CANARY/YELLOW^3012101${discretionary}?;${track2}?` },
      read(`;${track2}?`, 2 * counter + 1),
      read(Buffer.from(chip + pin, "hex"), 2 * counter + 2),
    ] as readonly Form[],
    secrets: [number, discretionary, pinBlock, cryptogram],
  };
}

test("no payment at a terminal stores or logs a track, a PIN block or chip data", async (t) => {
  let orders = 0;
  // Approved, declined and lost in turn.
  const answers = [{ outcome: "approved" }, { outcome: "declined" }, undefined];
  const host = await openCardHost(t, () => answers[orders++ % answers.length]);
  const { app, lines } = await openTalkative(t, { cardHostUrl: host.url });
  const numbers = canaries(24).flatMap(({ needle }) => (/^\d{16}$/.test(needle) ? [needle] : []));
  const terminals = numbers.map(cardAtTerminal);
  const said: string[] = [];
  for (const { cards } of terminals) {
    for (const card of cards) {
      for (const transaction_type of ["SALE", "AUTHORIZATION", "STORE"]) {
        const sale = { tender_type: "CARD", transaction_type, transaction_amount: "12.34" };
        const form = { ...ACCOUNT, ...RECEIPTS, ...sale, ...card };
        said.push((await post(app.server, URL, form)).body);
      }
    }
  }
  await app.flush();
  const sent = JSON.stringify(host.arrivals);
  const places = {
    "a table": await everythingStored(app),
    "the log": lines.join("\n"),
    "an answer": said.join("\n"),
  };
  assert.match(places["a table"], /transaction\.declined/);
  for (const secret of terminals.flatMap(({ secrets }) => secrets)) {
    assert.ok(sent.includes(secret), "the card host got it");
    const hex = Buffer.from(secret).toString("hex");
    for (const [place, content] of Object.entries(places)) {
      for (const form of [secret, secret.toLowerCase(), hex, hex.toUpperCase()]) {
        assert.ok(!content.includes(form), `${place} has ${form}`);
      }
    }
  }
});

type Form = Record<string, string>;
const RECEIPTS = {
  email: "grace@example.com",
  send_customer_receipt: "1",
  send_merchant_receipt: "1",
};

/** Pays with a bank account on every path, with and without success; returns all answers. */
async function payByBank({ server }: TestApp, who: Form, bank_account_number: string) {
  const answers: string[] = [];
  const send = async (form: Form) => {
    const { body } = await post(server, URL, { ...who, ...RECEIPTS, ...form });
    answers.push(body);
    return body;
  };
  const sale = {
    ...BANK,
    bank_account_number,
    transaction_amount: "1.00",
    response_format: "JSON",
  };
  for (const transaction_type of ["SALE", "CREDIT", "STORE"]) {
    const { transaction_id: token_id } = JSON.parse(
      await send({ ...sale, transaction_type, validate_ach_account: "1" }),
    );
    const again = { tender_type: "ACH", transaction_amount: "1.00", reissue: "1", token_id };
    await send({ ...again, transaction_type: "SALE", response_format: "DEBUG" });
    await send({ ...again, transaction_type: "CREDIT", bank_account_number });
    await send({ token_id, transaction_type: "REVERSAL", response_format: "FORM" });
  }
  const entry = { ...sale, transaction_type: "SALE" };
  for (const wrong of [
    { bank_account_number: `${bank_account_number}${"0".repeat(20)}` },
    { bank_account_number: `${bank_account_number}x` },
    { bank_account_number: ` ${bank_account_number}` },
    { bank_routing_number: "021000022" },
    { ach_sec_code: "POP" },
    { transaction_type: "FORCE" },
    { api_accesskey: "x" },
    { response_format: "JSONP", jsonp: "1" },
  ] as readonly Form[]) {
    await send({ ...entry, ...wrong });
  }
  return answers.join("\n");
}

/** Sends the number to every interface in body, address and headers, under its usual name. */
function strayRequests(number: string): InjectOptions[] {
  const pair = `bank_account_number=${number}`;
  const json = { bank_account_number: number, deep: [{ bankAccountNumber: number }] };
  const interfaces = [
    "qsapi/3.8",
    "tsapi/3.8",
    "rsapi/3.8",
    "decrypt/parser",
    "json/account/login/",
  ];
  const type = (name: string) => ({ "content-type": name });
  return [...interfaces, "v1/partners", "nowhere"].flatMap((api) => {
    const to = { method: "POST", url: `/api/${api}` } as const;
    return [
      { ...to, headers: type("application/x-www-form-urlencoded"), payload: `a=1&${pair}&b=2` },
      { ...to, headers: type("application/x-www-form-urlencoded"), payload: `%zz&${pair}` },
      { ...to, headers: type("application/json"), payload: JSON.stringify(json) },
      { ...to, headers: type("text/plain"), payload: pair },
      { ...to, headers: type(pair), payload: pair },
      { method: "GET", url: `${to.url}?x=1&${pair}` },
      {
        method: "GET",
        url: `${to.url}/%zz?${pair}`,
        headers: { referer: `http://a.test/?${pair}` },
      },
    ];
  });
}

test("no payment path stores or logs a bank account number", async (t) => {
  const { app, lines } = await openTalkative(t);
  const endings = ["", "0001", "0002", "0003", "0009"];
  const birds = Array.from({ length: 15 }, (_, at) =>
    bankCanary(12 + (at % 9), endings[at % 5] ?? ""),
  );
  const whos = [BOOKS, CLINIC, ALPINE];
  for (const [at, number] of birds.entries()) {
    const answers = await payByBank(app, whos[at % whos.length] ?? BOOKS, number);
    assert.ok(!answers.includes(number), "an answer has the number");
    for (const request of strayRequests(number)) {
      const { body } = await app.server.inject(request);
      assert.ok(!body.includes(number), `${request.url} answers the number`);
    }
  }
  await app.flush();
  const stored = await everythingStored(app);
  const rows = await app.database.owner.rows<{ state: string }>`
    select distinct state from transactions order by state`;
  const states = rows.map(({ state }) => state);
  assert.deepEqual(states, ["declined", "not_batched", "pending", "reversed", "stored", "voided"]);
  const [logged] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from request_log where request like '%bank_account_number=%'`;
  assert.ok((logged?.count ?? 0) > 300, "the request log has them, masked");
  assert.match(stored, /transaction\.declined/);
  const log = lines.join("\n");
  for (const number of birds) {
    for (const form of [number, Buffer.from(number).toString("hex")]) {
      assert.ok(!stored.includes(form), `a table has ${form}`);
      assert.ok(!log.includes(form), `the log has ${form}`);
    }
  }
});
