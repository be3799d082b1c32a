/** Tracks, PIN blocks and chip data reach the card host, and its answer to the chip comes back. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openCardHost, type Words } from "../kit/card-host.ts";
import { hook, listNewWebhooks, send } from "../kit/hooked-app.ts";
import { readAtTerminal, TRACK_1, TRACK_2 } from "../kit/terminal.ts";

const SALE = {
  ...ACCOUNT,
  tender_type: "CARD",
  transaction_type: "SALE",
  transaction_amount: "5.00",
  response_format: "JSON",
};
const KEYED = { ...SALE, ...CARD };
const [ISO_1, ISO_2] = [TRACK_1.slice(1, -1), TRACK_2.slice(1, -1)];
const CHIP_DATA = "9F260811223344556677889F2701809F360200055F340101820220009A032611179F390105";
const HOST_DATA = "9F260811223344556677889F2701809F360200059A03261117820220005F340101";
const CARD_DATA = "57114761739001010010D151220111438780895A084761739001010010";
const PIN_DATA = "99080123456789ABCDEFC10AFFFF9876543210E00009";
const ANSWER = "8A023030910A112233445566778830307206860484240000";

let counter = 100;
/** A generic terminal. */
function fromTerminal(plain: string | Uint8Array): Record<string, string> {
  const read = readAtTerminal({ counter: ++counter, plain });
  const { deviceType: device_type, devicePayload: device_payload, ksn } = read;
  return { device_type, device_payload, ksn, device_serial: "GEN0000001" };
}

const fromChip = (hex = CARD_DATA + CHIP_DATA) => fromTerminal(Buffer.from(hex, "hex"));

async function open(t: TestContext, decide?: (order: Words) => Words | undefined) {
  const host = await openCardHost(t, decide);
  const app = await openTestApp(t, { cardHostUrl: host.url });
  const pay = async (form: Record<string, string>) =>
    (await post(app.server, "/api/qsapi/3.8", { ...SALE, ...form })).json();
  const lastCard = () => host.asked("orders").at(-1)?.["card"] as Words | undefined;
  return { host, app, pay, lastCard };
}

const approving = (chip: string) => () => ({ outcome: "approved", chip });

test("the tracks of card_tracks reach the card host as they were read", async (t) => {
  const { pay, lastCard } = await open(t);
  for (const [card_tracks, track1, track2] of [
    [TRACK_1 + TRACK_2, ISO_1, ISO_2],
    [TRACK_1, ISO_1, undefined],
    [TRACK_2, undefined, ISO_2],
  ] as const) {
    assert.equal((await pay({ card_tracks })).transaction_approved, true);
    assert.deepEqual([lastCard()?.["track1"], lastCard()?.["track2"]], [track1, track2]);
    assert.deepEqual([lastCard()?.["pin_block"], lastCard()?.["chip"]], [undefined, undefined]);
  }
});

test("the tracks in a device's payload reach the card host", async (t) => {
  const { pay, lastCard } = await open(t);
  await pay(fromTerminal(TRACK_1));
  assert.deepEqual([lastCard()?.["track1"], lastCard()?.["track2"]], [ISO_1, undefined]);
  await pay(fromTerminal(TRACK_2));
  assert.deepEqual([lastCard()?.["track1"], lastCard()?.["track2"]], [undefined, ISO_2]);
  await pay(fromTerminal(";4111111111111111=3012:999?"));
  assert.deepEqual(Object.keys(lastCard() ?? {}), ["number", "expiration", "verification"]);
});

test("chip data reaches the card host with the equivalent of track 2 and no card data", async (t) => {
  const { pay, host, lastCard } = await open(t);
  const answer = await pay(fromChip());
  assert.deepEqual([answer.transaction_approved, answer.entry_mode], [true, "EMV"]);
  assert.equal(host.asked("orders")[0]?.["entry_mode"], "EMV");
  assert.deepEqual(lastCard(), {
    number: "4761739001010010",
    expiration: "1215",
    track2: "4761739001010010=15122011143878089",
    chip: HOST_DATA,
  });
});

test("an encrypted PIN block reaches the card host with its KSN", async (t) => {
  const { pay, lastCard } = await open(t);
  await pay(fromChip(CARD_DATA + CHIP_DATA + PIN_DATA));
  assert.equal(lastCard()?.["pin_block"], "0123456789ABCDEF");
  assert.equal(lastCard()?.["pin_ksn"], "FFFF9876543210E00009");
  assert.equal(lastCard()?.["chip"], HOST_DATA);
});

test("payments by token, refunds and captures have no track, PIN block or chip data", async (t) => {
  const { pay, host } = await open(t);
  const first = await pay(fromChip(CARD_DATA + CHIP_DATA + PIN_DATA));
  const token = { token_id: first.transaction_id };
  await pay({ ...token, reissue: "1" });
  await pay({ ...token, transaction_type: "REFUND" });
  const held = await pay({ ...fromChip(), transaction_type: "AUTHORIZATION" });
  await pay({ token_id: held.transaction_id, transaction_type: "CAPTURE" });
  const types = host.asked("orders").map(({ transaction_type, card }) => {
    const members = Object.keys((card as Words | undefined) ?? {}).join(" ");
    return `${transaction_type} ${members}`;
  });
  assert.deepEqual(types, [
    "SALE number expiration track2 pin_block pin_ksn chip",
    "SALE number expiration",
    "REFUND number expiration",
    "AUTHORIZATION number expiration track2 chip",
    "CAPTURE ",
  ]);
});

function chipMembers(answer: Record<string, unknown>): Record<string, unknown> {
  const members = Object.entries(answer).filter(([name]) => name.startsWith("emv_"));
  return Object.fromEntries(members);
}

const CHIP_MEMBERS = {
  emv_response_code: "8A023030",
  emv_issuer_authentication: "910A11223344556677883030",
  emv_issuer_script2: "7206860484240000",
};

test("the answer to the chip comes back with approvals and declines", async (t) => {
  const { pay } = await open(t, ({ amount_cents }) => ({
    outcome: amount_cents === 500 ? "approved" : "declined",
    chip: ANSWER,
  }));
  const approved = await pay(fromChip());
  assert.equal(approved.transaction_approved, true);
  assert.deepEqual(chipMembers(approved), CHIP_MEMBERS);
  const declined = await pay({ ...fromChip(), transaction_amount: "6.00" });
  assert.equal(declined.transaction_approved, false);
  assert.deepEqual(chipMembers(declined), CHIP_MEMBERS);
});

test("a payment without chip data gets no answer to a chip, whatever the host sends", async (t) => {
  const { pay } = await open(t, approving(ANSWER));
  for (const form of [KEYED, { card_tracks: TRACK_2 }, fromTerminal(TRACK_2)]) {
    const answer = await pay(form);
    assert.deepEqual([answer.transaction_approved, chipMembers(answer)], [true, {}]);
  }
});

test("an answer to the chip that is not valid does not change the decision", async (t) => {
  const { pay } = await open(t, approving("8A0230"));
  const answer = await pay(fromChip());
  assert.deepEqual([answer.transaction_approved, chipMembers(answer)], [true, {}]);
});

test("an approval that the account takes back has no answer to the chip", async (t) => {
  const words = { outcome: "approved", avs_response: "N", chip: ANSWER };
  const { app, pay } = await open(t, () => words);
  await app.database.owner.rows`
    update accounts set declines_avs = 'N' where id = ${ACCOUNT.account_id}`;
  const answer = await pay(fromChip());
  assert.equal(answer.authorization_message, "AVS MISMATCH");
  assert.deepEqual(chipMembers(answer), {});
});

test("a repeated request gets the same answer to the chip, and no webhook has it", async (t) => {
  const { app, host } = await open(t, approving(ANSWER));
  await hook(app);
  const form = { ...SALE, ...fromChip() };
  const key = { "idempotency-key": "chip-1" };
  const told = await listNewWebhooks(app, async () => {
    const [first, second] = [await send(app, form, key), await send(app, form, key)];
    assert.deepEqual(chipMembers(first.json()), CHIP_MEMBERS);
    assert.equal(second.headers["idempotent-replayed"], "true");
    assert.deepEqual(second.json(), first.json());
  });
  assert.equal(host.asked("orders").length, 1);
  assert.equal(told.length, 1);
  assert.doesNotMatch(told[0]?.payload ?? "", /emv_|8A023030/);
});

test("the simulator answers a chip with a response code, and nobody else", async (t) => {
  const app: TestApp = await openTestApp(t);
  const pay = async (form: Record<string, string>) =>
    (await post(app.server, "/api/qsapi/3.8", { ...SALE, ...form })).json();
  assert.deepEqual(chipMembers(await pay(fromChip())), { emv_response_code: "8A023030" });
  const declined = await pay({ ...fromChip(), transaction_amount: "1.02" });
  assert.deepEqual(chipMembers(declined), { emv_response_code: "8A023035" });
  assert.deepEqual(chipMembers(await pay(KEYED)), {});
});
