/** Payments by device payload, which is read with the keys of the account's partner. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { hook, listNewWebhooks } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";
import { readAtTerminal, TRACK_1 } from "../kit/terminal.ts";
import { until } from "../kit/until.ts";
import { readSample } from "../kit/vectors.ts";

const SALE = {
  ...ACCOUNT,
  tender_type: "CARD",
  transaction_type: "SALE",
  transaction_amount: "5.00",
  response_format: "JSON",
};
const UNREADABLE = [30370, "CARD DATA UNREADABLE"];

let counter = 0;
function fromTerminal(plain?: string | Uint8Array): Record<string, string> {
  const { deviceType, devicePayload, ksn } = readAtTerminal({
    counter: ++counter,
    ...(plain === undefined ? {} : { plain }),
  });
  return {
    device_type: deviceType,
    device_payload: devicePayload,
    ksn,
    device_serial: "GEN0000001",
  };
}

async function pay({ server }: Pick<TestApp, "server">, form: Record<string, string>) {
  return (await post(server, "/api/qsapi/3.8", { ...SALE, ...form })).json();
}

async function errorOf(app: TestApp, form: Record<string, string>) {
  const { error_code, error_message } = await pay(app, form);
  return [error_code, error_message];
}

test("a payment by payload takes card, expiration and names from it", async (t) => {
  const app = await openShared(t, openTestApp);
  const answer = await pay(app, fromTerminal(TRACK_1));
  assert.equal(answer.transaction_approved, true);
  const { last4, card_expiration, card_brand, entry_mode, keyed, swiped } = answer;
  assert.deepEqual(
    { last4, card_expiration, card_brand, entry_mode, keyed, swiped },
    {
      last4: "0119",
      card_expiration: "1222",
      card_brand: "VISA",
      entry_mode: "SWIPED",
      keyed: false,
      swiped: true,
    },
  );
  assert.deepEqual([answer.first_name, answer.last_name], ["CARD 01", "DI TEST"]);
  const named = await pay(app, { ...fromTerminal(TRACK_1), first_name: "Ada" });
  assert.deepEqual([named.first_name, named.last_name], ["Ada", "DI TEST"]);
});

const MODES: [file: string, id: string, type: string, serial: string, mode: string][] = [
  ["vendora-enhanced-msr", "va-swipe-hex", "vendora", "", "SWIPED"],
  ["vendore-base64-tlv", "ve-emv", "vendore", "VE00000001", "EMV"],
];

for (const [file, id, type, serial, mode] of MODES) {
  test(`entry_mode is ${mode} for ${id}`, async (t) => {
    const app = await openShared(t, openTestApp);
    const { devicePayload } = await readSample(file, id);
    const form = { device_type: type, device_payload: devicePayload, device_serial: serial };
    const answer = await pay(app, form);
    assert.deepEqual([answer.entry_mode, answer.error_message], [mode, null]);
    const [row] = await app.database.owner.rows<{ entry_mode: string }>`
      select entry_mode from transactions where id = ${answer.transaction_id}`;
    assert.equal(row?.entry_mode, mode);
  });
}

const EQUIVALENT = "57114761739001010010D15122011143878089";

for (const [entry, mode] of [
  ["07", "CONTACTLESS"],
  ["91", "CONTACTLESS"],
  ["05", "EMV"],
  ["80", "FALLBACK SWIPED"],
] as const) {
  test(`entry_mode is ${mode} if the device says ${entry} (9F39)`, async (t) => {
    const app = await openShared(t, openTestApp);
    const answer = await pay(app, fromTerminal(Buffer.from(`${EQUIVALENT}9F3901${entry}`, "hex")));
    assert.deepEqual([answer.entry_mode, answer.error_message], [mode, null]);
    assert.equal(answer.swiped, mode === "FALLBACK SWIPED");
  });
}

test("a card typed at a terminal is KEYED and has its verification value", async (t) => {
  const app = await openShared(t, openTestApp);
  const answer = await pay(app, fromTerminal(";4111111111111111=3012:999?"));
  assert.deepEqual([answer.entry_mode, answer.keyed, answer.cvv2_response], ["KEYED", true, "N"]);
  const sent = { ...fromTerminal(";4111111111111111=3012:999?"), card_verification: "123" };
  assert.equal((await pay(app, sent)).cvv2_response, "M");
});

test("30370: a payload that cannot be read, for any reason", async (t) => {
  const app = await openShared(t, openTestApp);
  const good = fromTerminal();
  const errors: Record<string, string>[] = [
    { device_payload: "damaged" },
    { device_payload: `${good["device_payload"]}00` },
    { ksn: "" },
    { ksn: readAtTerminal({ counter: 99 }).ksn },
    { device_serial: "" },
    { device_serial: "nowhere" },
    { device_serial: "GEN0000003" },
    { device_serial: "GEN0000004" },
  ];
  for (const problem of errors) {
    assert.deepEqual(
      await errorOf(app, { ...good, ...problem }),
      UNREADABLE,
      JSON.stringify(problem),
    );
  }
  assert.deepEqual(await errorOf(app, fromTerminal(";4761739001010118=2212201?")), UNREADABLE);
  assert.deepEqual(await errorOf(app, fromTerminal(";9999990000000003=2212201?")), UNREADABLE);
  assert.deepEqual(await errorOf(app, { ...good, ...OTHER_ACCOUNT }), UNREADABLE);
  const unlinked = { account_id: "120000000003", api_accesskey: "3".repeat(32) };
  assert.deepEqual(await errorOf(app, { ...good, ...unlinked }), UNREADABLE);
});

test("another account uses the devices of its own partner", async (t) => {
  const app = await openShared(t, openTestApp);
  const form = { ...fromTerminal(), ...OTHER_ACCOUNT, device_serial: "GEN0000004" };
  assert.equal((await pay(app, form)).transaction_approved, true);
});

test("30370: the account's partner, or a partner above it, is disabled", async (t) => {
  const app = await openTestApp(t);
  const { owner } = app.database;
  const [partner] = await owner.rows<{ id: string; path: string[] }>`
    select id, path from partners where reference = 'harbor'`;
  const [top] = await owner.rows<{ id: string }>`
    insert into partners (name, reference, path) values ('Above', 'above', '{}') returning id`;
  for (const id of [partner?.id, top?.id]) {
    assert.equal((await pay(app, fromTerminal())).transaction_approved, true);
    await owner.rows`update partners set is_active = false where id = ${id}`;
    // Lookups are cached for less than a second.
    await until(async () => !(await pay(app, fromTerminal())).transaction_approved);
    assert.deepEqual(await errorOf(app, fromTerminal()), UNREADABLE);
    await owner.rows`update partners set is_active = true where id = ${id}`;
    await owner.rows`
      update partners set parent_id = ${top?.id}, path = array[${top?.id}, id]::bigint[]
      where id = ${partner?.id}`;
  }
  assert.equal((await pay(app, fromTerminal())).transaction_approved, true);
});

test("30370: the device's client is disabled, or the payload is of another device type", async (t) => {
  const app = await openTestApp(t);
  assert.equal((await pay(app, fromTerminal())).transaction_approved, true);
  const wrongType = { ...fromTerminal(), device_type: "vendorc" };
  assert.deepEqual(await errorOf(app, wrongType), UNREADABLE);
  await app.database.owner.rows`
    update clients set is_active = false
    where id = (select client_id from devices where serial_number = 'GEN0000001')`;
  await until(async () => !(await pay(app, fromTerminal())).transaction_approved);
  assert.deepEqual(await errorOf(app, fromTerminal()), UNREADABLE);
});

test("a payload of a disabled partner is journaled and not charged", async (t) => {
  const app = await openTestApp(t);
  const { owner } = app.database;
  await owner.rows`update partners set is_active = false where reference = 'harbor'`;
  assert.deepEqual(await errorOf(app, fromTerminal()), UNREADABLE);
  const rows = await owner.rows`
    select is_success, error_code, partners.reference as partner, device_id
    from parser_journal journal join partners on partners.id = journal.partner_id`;
  const refused = { is_success: false, error_code: 1003, partner: "harbor", device_id: null };
  assert.deepEqual(rows, [refused]);
  assert.deepEqual(await owner.rows`select from transactions`, []);
  const [device] = await owner.rows<{ last_activity_date: unknown }>`
    select last_activity_date from devices where serial_number = 'GEN0000001'`;
  assert.equal(device?.last_activity_date, null);
});

test("31311: device_type is required with a payload and must be known; lengths are checked", async (t) => {
  const app = await openShared(t, openTestApp);
  const { device_type, ...rest } = fromTerminal();
  assert.deepEqual(await errorOf(app, rest), [31311, "device_type is required"]);
  const unknown = { ...rest, device_type: "abacus" };
  assert.deepEqual(await errorOf(app, unknown), [31311, "device_type is not valid"]);
  const long = { ...rest, device_type: device_type ?? "", device_payload: "0".repeat(65_537) };
  assert.deepEqual(await errorOf(app, long), [
    31311,
    "device_payload exceeds the maximum size of 65536",
  ]);
  assert.equal((await pay(app, { ...fromTerminal(), device_type: "generic" })).error, false);
});

test("a request with another error gets that error, and its payload is not read", async (t) => {
  const app = await openTestApp(t);
  const { owner } = app.database;
  for (const problem of [
    { transaction_amount: "x" },
    { ip_address: "x" },
    { transaction_id: "x" },
  ]) {
    const [code] = await errorOf(app, { ...fromTerminal(), ...problem });
    assert.notEqual(code, 30370);
  }
  assert.deepEqual(await owner.rows`select from parser_journal`, []);
});

test("every payload of a payment is in the parser's journal with the parser's code", async (t) => {
  const app = await openTestApp(t);
  await pay(app, fromTerminal());
  await pay(app, { ...fromTerminal(), device_payload: "damaged" });
  const rows = await app.database.owner.rows`
    select is_success, error_code, partner.reference as partner, serial_number
    from parser_journal journal
    join partners partner on partner.id = journal.partner_id
    join devices on devices.id = journal.device_id order by message_id`;
  const common = { partner: "harbor", serial_number: "GEN0000001" };
  assert.deepEqual(rows, [
    { is_success: true, error_code: null, ...common },
    { is_success: false, error_code: 2100, ...common },
  ]);
});

test("a repeated payload request gets the first result, although its device key was used", async (t) => {
  const app = await openShared(t, openTestApp);
  const form = { ...SALE, ...fromTerminal() };
  const send = () =>
    app.server.inject({
      method: "POST",
      url: "/api/qsapi/3.8",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": "sale-1",
      },
      payload: new URLSearchParams(form).toString(),
    });
  const [first, second] = [await send(), await send()];
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.deepEqual(second.json(), first.json());
  assert.equal(first.json().transaction_approved, true);
});

test("the payload of a change is not read, and a card sent with a payload is not charged", async (t) => {
  const app = await openShared(t, openTestApp);
  const sale = await pay(app, { ...fromTerminal(), card_number: "4111111111111111" });
  assert.equal(sale.last4, "0119");
  const refund = await pay(app, {
    ...fromTerminal(),
    transaction_type: "REFUND",
    token_id: sale.transaction_id,
    device_payload: "damaged",
  });
  assert.equal(refund.authorization_message, "VOID");
});

test("no payload or track of a payment is stored", async (t) => {
  const app = await openTestApp(t);
  const form = fromTerminal();
  await pay(app, form);
  await app.flush();
  const [log] = await app.database.owner.rows<{ all: string }>`
    select string_agg(request || answer, ' ') as all from request_log`;
  assert.ok(!log?.all.includes(form["device_payload"] ?? "?"));
  assert.ok(!log?.all.includes("4761739001010119"));
});

test("the failed event of an unknown payload payment has its last4", async (t) => {
  const app = await openTestApp(t);
  await hook(app);
  const form = { ...fromTerminal(TRACK_1), transaction_amount: "1.90", custom_id: "order 9" };
  const [told] = await listNewWebhooks(app, () => pay(app, form));
  const { last4, custom_id, transaction_amount } = JSON.parse(told?.payload ?? "{}");
  assert.deepEqual([last4, custom_id, transaction_amount], ["0119", "order 9", 1.9]);
});
