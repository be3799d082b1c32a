/** Callers that disconnect: a complete request is paid once, and the status shows it. */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "../../faults/ledger.ts";
import { ACCOUNTS, PAYMENT_PATH, paymentForm } from "../../faults/merchant.ts";
import { inTurn, type Proof } from "../../faults/proof.ts";
import { openServed } from "../../faults/served.ts";
import { tier } from "../../kit/tier.ts";
import { until } from "../../kit/until.ts";

const CALLERS = tier(25, 1_000);
const FOUND_WITHIN_MS = 10_000;

/** When a caller disconnects. The first value is before the last byte of the request. */
const MOMENTS = ["too_early", "at_once", "soon", "soon", "at_first_byte"] as const;
type Moment = (typeof MOMENTS)[number];

test(`${CALLERS} callers disconnect, and the status call finds every payment`, async (t) => {
  const proof = await openServed(t);
  await inTurn(Array.from({ length: CALLERS }), (_, place) => callOnce(proof, place));
  await proof.quiet();
  await untilFound(proof);
  await proof.quiet();
  await proof.assertTrue();
  await proof.retryCalmly(proof.ledger.payments);
  await proof.assertTrue();
});

async function callOnce(proof: Proof, place: number): Promise<void> {
  const accountId = ACCOUNTS[place % ACCOUNTS.length] ?? assert.fail();
  const url = proof.url(place);
  const transactionId = await fetchId(proof, url, accountId);
  const moment = proof.random.of(MOMENTS);
  const isWhole = moment !== "too_early";
  const wish = { accountId, way: "id", type: "SALE", transactionId, isWhole } as const;
  const payment = proof.ledger.open(wish);
  await hangUp(url, requestBytes(payment, isWhole), { moment, waitMs: proof.random.whole(0, 20) });
  payment.hearings.push({ in: "storm", heard: { kind: "broken" } });
}

/** On a busy machine a request for an id may take too long, and is repeated. */
async function fetchId({ merchant }: Proof, url: string, accountId: string): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    id = await merchant.fetchId(url, accountId);
    return id !== undefined;
  });
  return id ?? assert.fail();
}

function requestBytes(payment: Payment, isWhole: boolean): string {
  const body = new URLSearchParams(paymentForm(payment)).toString();
  const head = [
    `POST ${PAYMENT_PATH} HTTP/1.1`,
    "host: localhost",
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${body.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${isWhole ? body : body.slice(0, -1)}`;
}

interface HangUp {
  readonly moment: Moment;
  readonly waitMs: number;
}

async function hangUp(url: string, bytes: string, { moment, waitMs }: HangUp): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on("error", () => {}).once("close", () => resolve());
  if (moment === "at_first_byte") socket.once("data", () => socket.resetAndDestroy());
  socket.write(bytes, () => leave(socket, moment, waitMs));
  await closed;
}

/** The operating system has the bytes and sends them before it closes the connection. */
async function leave(socket: Socket, moment: Moment, waitMs: number): Promise<void> {
  if (moment === "at_first_byte") return;
  if (moment !== "at_once") await pause(waitMs);
  socket.destroy();
}

/** A request may still arrive after its caller has disconnected. */
async function untilFound(proof: Proof): Promise<void> {
  let missing = proof.ledger.payments.filter(({ isWhole }) => isWhole);
  const look = async () => {
    const found = await Promise.all(missing.map((payment) => isFound(proof, payment)));
    missing = missing.filter((_, place) => !found[place]);
    return missing.length === 0;
  };
  await until(look, FOUND_WITHIN_MS).catch(() =>
    proof.fail(`not found: ${missing.map(({ mark }) => mark).join(", ")}`),
  );
}

async function isFound(proof: Proof, payment: Payment): Promise<boolean> {
  const { accountId, transactionId = "" } = payment;
  const { found } = await proof.merchant.statusOf(proof.url(0), accountId, transactionId);
  return found;
}
