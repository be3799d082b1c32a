/**
 * Fills a certification environment with data: ACH entries and returns, payments, webhooks, parser
 * calls, an attestation. It uses only HTTP and published values.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { ROOT } from "../install.mjs";
import { signedIn } from "./console-client.mjs";
import { cardPayments, fillDays } from "./history.mjs";

const SEED = JSON.parse(readFileSync(path.join(ROOT, "seed", "certification.json"), "utf8"));
const [SHOP, CLINIC] = SEED.accounts;
const [HARBOR] = SEED.partners;
/** By the last digits of the bank account, which the simulated bank uses. */
const ENTRIES = [
  [SHOP, "5678", 24_950],
  [SHOP, "1001", 8_900],
  [SHOP, "1098", 12_000],
  [SHOP, "1099", 4_525],
  [CLINIC, "1010", 31_000],
  [CLINIC, "5678", 7_750],
];
const DAYS = 26;
const TODAY = [
  ["48.00", "Grace", "Hopper"],
  ["12.34", "Ada", "Lovelace"],
  ["129.95", "Katherine", "Johnson"],
  ["1250.00", "Mary", "Jackson"],
];
const DELIVERY_MS = 15_000;
const LOOK_EVERY_MS = 250;
/** From docs/interfaces/parser.md. */
const SWIPE = {
  deviceType: "generic",
  deviceSerial: "GEN0000001",
  ksn: "FFFF9876543210000001",
  devicePayload: "AC421185C5E5BA0A1462DFBA5696DACE4D7C26323E7A514FFE05112449B5419D158D08AFAC174FEE",
};

/** The clock moves first, so that later payments are on the day that the screens show. */
export async function tellStory(base, { operator, merchant, partner }) {
  const env = await signedIn(base, operator);
  await sendToBank(env);
  const card = cardPayments(base, SHOP);
  const nextDay = () => env.post("/certification/clock/advance", { span: "1d" });
  const sold = await fillDays(DAYS, { card, nextDay });
  const shop = await signedIn(base, merchant);
  await pay({ shop, env, card, sold });
  await parse(base);
  await attest(await signedIn(base, partner));
}

/** Sends six entries. One is returned manually and then by the bank too, which matches no entry. */
async function sendToBank(operator) {
  const made = [];
  for (const [account, last4, amountCents] of ENTRIES)
    made.push(await sell(operator, account, { last4, amountCents }));
  await operator.post("/certification/ach/cut-off");
  const { accountId, transactionId } = made[1];
  await operator.post(`/certification/ach/entries/${accountId}/${transactionId}/return`, {
    code: "R02",
  });
  const { presets } = await operator.get("/certification/clock");
  const days = presets.find(({ label }) => label === "+3 banking days");
  await operator.post("/certification/clock/advance", { to: days.to });
}

function sell(operator, account, { last4, amountCents }) {
  return operator.post("/certification/ach/sale", {
    accountId: account.account_id,
    last4,
    amountCents,
  });
}

/** Payments of today, a waiting entry, and a webhook receiver. */
async function pay({ shop, env, card, sold }) {
  const receiver = await listen();
  try {
    await saveEndpoint(shop, { url: receiver.url, isOn: true });
    for (const [amount, ...name] of TODAY) await card.sell(amount, name);
    await card.decline("1.02", ["Alan", "Turing"]);
    await card.refund(sold[0]);
    await sell(env, SHOP, { last4: "5678", amountCents: 6_480 });
    await shop.post("/settings/webhook/endpoints/1/test");
    await untilDelivered(shop);
  } finally {
    receiver.close();
  }
}

/** The first endpoint, which an environment has after the first story. */
async function saveEndpoint(shop, endpoint) {
  const { webhooks } = await shop.get("/settings/webhook");
  if (webhooks.length === 0) return shop.post("/settings/webhook/endpoints", endpoint);
  return shop.patch("/settings/webhook/endpoints/1", endpoint);
}

/** A receiver that accepts every webhook. */
async function listen() {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end("ok"));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/hook`, close: () => server.close() };
}

async function untilDelivered(shop) {
  const until = Date.now() + DELIVERY_MS;
  while (Date.now() < until) {
    const { items } = await shop.get("/settings/webhook/deliveries?state=waiting");
    if (items.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Two calls that succeed, the second being a replay, and one of a device in storage. */
async function parse(base) {
  const authorization = `Basic ${btoa(`${HARBOR.reference}:${HARBOR.partnerKey}`)}`;
  for (const call of [
    { ...SWIPE, reference: "order 7" },
    { ...SWIPE, reference: "order 7, again" },
    { ...SWIPE, deviceSerial: "GEN0000003", reference: "order 8" },
  ]) {
    await fetch(`${base}/api/decrypt/parser`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(call),
    });
  }
}

async function attest(partner) {
  const { items } = await partner.get("/management/clients");
  const client = items.find(({ name }) => name === SEED.clients[0].name);
  await partner.post("/management/attestations", {
    name: "Autumn inspection",
    completeDate: "2026-11-02 10:00:00",
    client: { id: client.id },
    notes: "Seals whole, serial numbers compared, no foreign cables.",
    devices: ["GEN0000001", "GEN0000002"].map((serialNumber) => ({ serialNumber })),
  });
}
