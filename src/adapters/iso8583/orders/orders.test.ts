/** Tests of orders and replies in both dialects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardOrder } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { decodeMessage, encodeMessage } from "../codec/message-codec.ts";
import type { FieldValue, IsoMessage } from "../codec/message-spec.ts";
import type { OrderContext } from "./order-context.ts";
import { readTrace } from "./order-trace.ts";
import { ORDERS_1987 } from "./orders-1987.ts";
import { ORDERS_1993 } from "./orders-1993.ts";
import { readReply } from "./read-reply.ts";
import { toRepeat } from "./repeats.ts";

/** Made at 2026-11-17T16:05:09Z, with trace number 42 (2a). */
const REFERENCE = "01a1ea41-4710-7392-ad28-0002a9996e05";
const TRACE = readTrace(REFERENCE);
const CONTEXT: OrderContext = {
  merchant: { merchantId: "MERCHANT0000001", terminalId: "TERM0001", categoryCode: "5411" },
  acquirerId: "123456",
  trace: TRACE,
};
const SALE: CardOrder = {
  reference: REFERENCE,
  accountId: "120000000001",
  transactionId: "323000000001",
  transactionType: "SALE",
  amount: 1_234 as Cents,
  currency: "USD",
  card: {
    number: new Secret("4111111111111111"),
    expiration: "1230",
    verification: new Secret("123"),
  },
  original: undefined,
  authorizationCode: undefined,
  allowsPartial: true,
  entryMode: "KEYED",
  streetAddress: "1 Rue de l\u2019\u00c9glise",
  zip: "10001",
};
const DIALECTS = [ORDERS_1987, ORDERS_1993];

function textFields({ fields }: IsoMessage, ...numbers: number[]): readonly unknown[] {
  return numbers.map((number) => fields.get(number));
}

test("a trace has a number of six digits, a reference of twelve characters and the time", () => {
  assert.equal(TRACE.stan, "000042");
  assert.match(TRACE.retrievalReference, /^[0-9A-Z]{12}$/);
  assert.equal(TRACE.sentAt, "261117160509");
});

test("1987 sends a keyed sale with card, entry mode, merchant and trace", () => {
  const message = ORDERS_1987.orderMessage(SALE, CONTEXT) as IsoMessage;
  assert.equal(message.type, "0200");
  assert.deepEqual(textFields(message, 2, 3, 4, 7, 11, 12, 13, 14, 18, 22, 25, 49), [
    ...["4111111111111111", "000000", "1234", "1117160509", "000042", "160509", "1117"],
    ...["3012", "5411", "012", "08", "840"],
  ]);
});

test("private data has the verification value, the address in ASCII and the wish for a part", () => {
  const values = ORDERS_1987.orderMessage(SALE, CONTEXT)?.fields.get(48) as Map<string, Uint8Array>;
  const texts = [...values].map(([tag, value]) => [tag, Buffer.from(value).toString()]);
  assert.deepEqual(texts, [
    ["92", "123"],
    ["AD", "1 Rue de l Eglise"],
    ["ZP", "10001"],
    ["PA", "1"],
  ]);
});

test("with a track, the number and expiration are not sent again", () => {
  const track2 = new Secret("4111111111111111=30121010000000000");
  const card = { ...(SALE.card as NonNullable<CardOrder["card"]>), track2 };
  for (const dialect of DIALECTS) {
    const message = dialect.orderMessage({ ...SALE, card }, CONTEXT) as IsoMessage;
    assert.deepEqual(textFields(message, 2, 14, 35), [undefined, undefined, track2.reveal()]);
  }
});

test("an advice names the message that it reverses, and a repeat is marked", () => {
  const first = ORDERS_1987.reversalAdvice(SALE, CONTEXT) as IsoMessage;
  assert.deepEqual([first.type, toRepeat(first).type], ["0420", "0421"]);
  assert.equal(first.fields.get(90), `02000000421117160509${"00000123456"}${"0".repeat(11)}`);
  const newer = ORDERS_1993.reversalAdvice(SALE, CONTEXT) as IsoMessage;
  assert.deepEqual(
    [newer.type, ...textFields(newer, 24, 25, 56)],
    ["1420", "400", "4021", "120000004226111716050906123456"],
  );
});

test("every order can be written in both dialects", () => {
  const types = [
    "SALE",
    "AUTHORIZATION",
    "CAPTURE",
    "REFUND",
    "CREDIT",
    "FORCE",
    "REVERSAL",
  ] as const;
  for (const dialect of DIALECTS) {
    for (const transactionType of types) {
      const order = { ...SALE, transactionType, authorizationCode: "A1B2C3" };
      const message = dialect.orderMessage(order, CONTEXT) as IsoMessage;
      const read = decodeMessage(dialect.spec, encodeMessage(dialect.spec, message));
      assert.equal(read.type, dialect.messageType(transactionType));
    }
  }
});

test("an order in a currency without a number is not sent", () => {
  for (const dialect of DIALECTS) {
    assert.equal(dialect.orderMessage({ ...SALE, currency: "XXX" }, CONTEXT), undefined);
  }
});

const reply = (...fields: [number, FieldValue][]): IsoMessage => ({
  type: "0210",
  fields: new Map(fields),
});

test("a reply is an approval, a part, a decline or unknown", () => {
  const read = (order: CardOrder, ...fields: [number, FieldValue][]) =>
    readReply(ORDERS_1987, order, reply(...fields));
  const approved = read(SALE, [39, "00"], [38, "A1B2C3"], [44, "YM"]);
  assert.deepEqual(approved, {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: "A1B2C3",
    amount: 1_234,
    avsResponse: "Y",
    cvvResponse: "M",
  });
  const part = read(SALE, [39, "10"], [4, "000000001000"]);
  assert.equal(part.kind === "approved" && part.amount, 1_000);
  assert.deepEqual(read(SALE, [39, "51"]), { kind: "declined", message: "INSUFFICIENT FUNDS" });
  assert.deepEqual(read(SALE, [39, "77"]), { kind: "declined", message: "DECLINED 77" });
  assert.deepEqual(read(SALE, [39, "68"]), { kind: "unknown" });
  assert.deepEqual(read(SALE), { kind: "unknown" });
});

test("an approval of another amount than allowed counts as unknown", () => {
  const whole = { ...SALE, allowsPartial: false };
  const less: [number, FieldValue] = [4, "000000001000"];
  assert.deepEqual(readReply(ORDERS_1987, whole, reply([39, "10"], less)), { kind: "unknown" });
  assert.deepEqual(readReply(ORDERS_1987, SALE, reply([39, "00"], less)), { kind: "unknown" });
});
