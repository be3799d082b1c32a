/** A reissue with its own card still takes missing values from the original. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

const CUSTOMER = { first_name: "Grace", last_name: "Hopper", street_address1: "1 A", zip: "10001" };
const REISSUE = { transaction_type: "SALE", transaction_amount: "5", reissue: "1" };
const OTHER_CARD = { card_number: "5555555555554444", card_expiration: "1231" };
const UNKNOWN = "323999999999";

async function pay({ server }: TestApp, form: Record<string, string>) {
  const sent = { ...ACCOUNT, tender_type: "CARD", response_format: "JSON", ...form };
  return (await post(server, "/api/qsapi/3.8", sent)).json();
}

async function store(app: TestApp, more: Record<string, string> = {}): Promise<string> {
  const stored = await pay(app, { ...CARD, ...CUSTOMER, transaction_type: "STORE", ...more });
  return stored.transaction_id;
}

test("a reissue takes names and address from the original even if a card is sent", async (t) => {
  const app = await openShared(t, openTestApp);
  const token_id = await store(app);
  const keyed = await pay(app, { ...REISSUE, ...OTHER_CARD, token_id });
  assert.deepEqual(
    [keyed.last4, keyed.first_name, keyed.last_name, keyed.avs_response],
    ["4444", "Grace", "Hopper", "Y"],
  );
  const named = await pay(app, { ...REISSUE, ...OTHER_CARD, token_id, first_name: "Ada" });
  assert.deepEqual([named.first_name, named.last_name], ["Ada", "Hopper"]);
});

test("a reissue with tracks has the names on the tracks, or the original's", async (t) => {
  const app = await openShared(t, openTestApp);
  const token_id = await store(app);
  for (const [card_tracks, names] of [
    ["%B5555555555554444^LOVELACE/ADA^3112101?", ["ADA", "LOVELACE", "Y"]],
    [";5555555555554444=3112101?", ["Grace", "Hopper", "Y"]],
  ] as const) {
    const paid = await pay(app, { ...REISSUE, card_tracks, token_id });
    assert.deepEqual([paid.first_name, paid.last_name, paid.avs_response], names);
    assert.deepEqual([paid.last4, paid.entry_mode], ["4444", "SWIPED"]);
  }
});

test("20006: the token must be valid even if a card is sent with it", async (t) => {
  const app = await openShared(t, openTestApp);
  let theirs = await store(app, OTHER_ACCOUNT);
  for (let more = 0; more < 5; more++) theirs = await store(app, OTHER_ACCOUNT);
  for (const token_id of [UNKNOWN, theirs]) {
    const { error_code } = await pay(app, { ...REISSUE, ...OTHER_CARD, token_id });
    assert.equal(error_code, 20006);
  }
});

test("20008: another token with the same card is another request", async (t) => {
  const app = await openShared(t, openTestApp);
  const [one, other] = [await store(app), await store(app)];
  const action = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const { transaction_id } = (await post(app.server, "/api/tsapi/3.8", action)).json();
  const sale = { ...REISSUE, ...OTHER_CARD, transaction_id };
  assert.equal((await pay(app, { ...sale, token_id: one })).error_code, 0);
  assert.equal((await pay(app, { ...sale, token_id: one })).error_code, 0);
  assert.equal((await pay(app, { ...sale, token_id: other })).error_code, 20008);
});
