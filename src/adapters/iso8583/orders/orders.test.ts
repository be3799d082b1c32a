/** Tests of orders and replies in both dialects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDER } from "../../../../test/kit/card-host.ts";
import { CARD_ORDER_TYPES } from "../../../ports/host-charge.ts";
import type { CardOrder } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { decodeMessage, encodeMessage } from "../codec/message-codec.ts";
import type { FieldValue, IsoMessage } from "../codec/message-spec.ts";
import { toRepeat } from "../iso-processor.ts";
import type { OrderContext } from "./order-context.ts";
import { readTrace } from "./order-trace.ts";
import { ORDERS_1987 } from "./orders-1987.ts";
import { ORDERS_1993 } from "./orders-1993.ts";
import { readReply } from "./read-reply.ts";

/** Made at 2026-11-17T16:05:09Z, with trace number 42 (2a). */
const REFERENCE = "01a1ea41-4710-7392-ad28-0002a9996e05";
const TRACE = readTrace(REFERENCE);
const CONTEXT: OrderContext = {
  merchant: { merchantId: "MERCHANT0000001", terminalId: "TERM0001", categoryCode: "5411" },
  acquirerId: "123456",
  trace: TRACE,
};
const SALE: CardOrder = {
  ...ORDER,
  reference: REFERENCE,
  allowsPartial: true,
  streetAddress: "1 Rue de l\u2019\u00c9glise",
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

test("private data has Level 2 and restaurant data, with amounts of twelve digits", () => {
  const purchase = {
    tax: 120 as Cents,
    destinationZip: "10001",
    orderId: "Caf\u00e9 7",
    merchantReference: "customer 9",
    serverId: "12",
    gratuity: 200 as Cents,
  };
  for (const dialect of DIALECTS) {
    const message = dialect.orderMessage({ ...SALE, purchase }, CONTEXT) as IsoMessage;
    const read = decodeMessage(dialect.spec, encodeMessage(dialect.spec, message));
    const values = read.fields.get(48) as Map<string, Uint8Array>;
    const texts = [...values].map(([tag, value]) => [tag, Buffer.from(value).toString()]);
    assert.deepEqual(texts.slice(4), [
      ["TX", "000000000120"],
      ["DZ", "10001"],
      ["OI", "Cafe 7"],
      ["MR", "customer 9"],
      ["SV", "12"],
      ["TP", "000000000200"],
    ]);
    const advice = dialect.reversalAdvice({ ...SALE, purchase }, CONTEXT);
    assert.equal(advice?.fields.has(48), false);
  }
});

test("with a track, the number and expiration are not sent again", () => {
  const track2 = new Secret("4111111111111111=30121010000000000");
  const card = { ...(SALE.card as NonNullable<CardOrder["card"]>), track2 };
  for (const dialect of DIALECTS) {
    const message = dialect.orderMessage({ ...SALE, card }, CONTEXT) as IsoMessage;
    assert.deepEqual(textFields(message, 2, 14, 35), [undefined, undefined, track2.reveal()]);
  }
});

const TRACK_2 = new Secret("4111111111111111=30121010000000000");
const CHIP = new Map([
  ["57", Buffer.from("4111111111111111D3012101", "hex")],
  ["5A", Buffer.from("4111111111111111", "hex")],
  ["9F6B", Buffer.from("4111111111111111D3012101", "hex")],
  ["9F20", Buffer.from("1010", "hex")],
  ["56", Buffer.from("B4111111111111111^A/B^3012101")],
  ["5F20", Buffer.from("HOPPER/GRACE")],
  ["5F34", Buffer.from("01", "hex")],
  ["9F26", Buffer.from("1122334455667788", "hex")],
]);
type OrderCard = NonNullable<CardOrder["card"]>;

function withCard(card: Partial<OrderCard>, entryMode = "EMV"): CardOrder {
  return { ...SALE, entryMode, card: { ...(SALE.card as OrderCard), ...card } };
}

test("field 55 has the tags for hosts and no card data, and field 23 the sequence number", () => {
  for (const dialect of DIALECTS) {
    const order = withCard({ chip: CHIP, track2: TRACK_2 });
    const { fields } = dialect.orderMessage(order, CONTEXT) as IsoMessage;
    const tags = fields.get(55) as ReadonlyMap<string, Uint8Array>;
    assert.deepEqual([...tags.keys()], ["9F26", "5F34"]);
    assert.deepEqual([fields.get(23), fields.get(35)], ["01", TRACK_2.reveal()]);
    const read = decodeMessage(
      dialect.spec,
      encodeMessage(dialect.spec, { type: dialect.messageType("SALE"), fields }),
    );
    assert.equal(read.fields.get(23), "001");
  }
});

test("chip data without a tag for hosts makes no field", () => {
  for (const dialect of DIALECTS) {
    const order = withCard({ chip: new Map([["5A", Buffer.alloc(8)]]) });
    const { fields } = dialect.orderMessage(order, CONTEXT) as IsoMessage;
    assert.deepEqual([fields.has(23), fields.has(55)], [false, false]);
  }
});

test("track 1 goes to field 45 if there is no track 2", () => {
  const track1 = new Secret("B4111111111111111^HOPPER/GRACE^3012101");
  for (const dialect of DIALECTS) {
    const message = dialect.orderMessage(withCard({ track1 }, "SWIPED"), CONTEXT) as IsoMessage;
    assert.deepEqual(textFields(message, 2, 35, 45), [undefined, undefined, track1.reveal()]);
  }
});

test("a PIN block goes to field 52, and its key serial number to tag KS of field 48", () => {
  const pin = { pinBlock: new Secret("0123456789ABCDEF"), pinKsn: "FFFF9876543210E00001" };
  for (const dialect of DIALECTS) {
    const { fields } = dialect.orderMessage(withCard(pin), CONTEXT) as IsoMessage;
    assert.deepEqual(fields.get(52), Buffer.from("0123456789ABCDEF", "hex"));
    const own = fields.get(48) as ReadonlyMap<string, Uint8Array>;
    assert.equal(Buffer.from(own.get("KS") ?? []).toString(), pin.pinKsn);
  }
});

test("an order with a PIN block of AES is not sent, because no field has room for it", () => {
  const pinBlock = new Secret("0123456789ABCDEF0123456789ABCDEF");
  for (const dialect of DIALECTS) {
    assert.equal(dialect.orderMessage(withCard({ pinBlock }), CONTEXT), undefined);
  }
});

const PIN = { pinBlock: new Secret("0123456789ABCDEF"), pinKsn: "FFFF9876543210E00001" };

for (const [what, mode, card, entry, data, code] of [
  ["typed", "KEYED", {}, "012", "00011000006", "600110600100"],
  ["swiped", "SWIPED", { track2: TRACK_2 }, "900", "00000000002", "200101200100"],
  ["swiped, without its track", "SWIPED", {}, "020", "00000000002", "200101200100"],
  ["a chip", "EMV", { chip: CHIP }, "050", "00000000005", "500101500100"],
  ["a chip with a PIN", "EMV", { chip: CHIP, ...PIN }, "051", "00000000005", "510101513101"],
  ["contactless", "CONTACTLESS", { chip: CHIP }, "070", "00000000003", "500101700100"],
  ["a contactless stripe", "CONTACTLESS", {}, "910", "00000000003", "500101700100"],
  ["a fallback", "FALLBACK SWIPED", { track2: TRACK_2 }, "800", "00000000005", "500101200100"],
  ["another way", "BIOMETRIC", {}, "000", "00000000000", "000000000000"],
] as const) {
  test(`${what}: 22 is ${entry} and 61 is ${data} in 1987, and 22 is ${code} in 1993`, () => {
    const order = withCard(card, mode);
    const older = ORDERS_1987.orderMessage(order, CONTEXT) as IsoMessage;
    assert.deepEqual(textFields(older, 22, 61), [entry, data]);
    const newer = ORDERS_1993.orderMessage(order, CONTEXT) as IsoMessage;
    assert.deepEqual(textFields(newer, 22), [code]);
  });
}

test("a refund has the entry mode of its original, without the track", () => {
  const order = { ...withCard({}, "SWIPED"), original: { reference: REFERENCE } } as CardOrder;
  const message = ORDERS_1987.orderMessage(order, CONTEXT) as IsoMessage;
  assert.equal(message.fields.get(22), "900");
});

test("an advice has no track, chip data or PIN block", () => {
  const order = withCard({ chip: CHIP, track2: TRACK_2, ...PIN });
  for (const dialect of DIALECTS) {
    const { fields } = dialect.reversalAdvice(order, CONTEXT) as IsoMessage;
    for (const field of [2, 14, 23, 35, 45, 48, 52, 55]) assert.ok(!fields.has(field));
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
  for (const dialect of DIALECTS) {
    for (const transactionType of CARD_ORDER_TYPES) {
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

test("the issuer's answer to the chip comes back with an approval and with a decline", () => {
  const values = new Map([
    ["8A", Buffer.from("00")],
    ["91", Buffer.from("11223344556677883030", "hex")],
    ["72", Buffer.from("860184", "hex")],
    ["5A", Buffer.from("4111111111111111", "hex")],
  ]);
  const chip = {
    responseCode: "8A023030",
    issuerAuthentication: "910A11223344556677883030",
    script2: "7203860184",
  };
  const approved = readReply(ORDERS_1987, SALE, reply([39, "00"], [55, values]));
  assert.deepEqual(approved.kind === "approved" && approved.chip, chip);
  const declined = readReply(ORDERS_1987, SALE, reply([39, "51"], [55, values]));
  assert.deepEqual(declined, { kind: "declined", message: "INSUFFICIENT FUNDS", chip });
});

test("an approval with chip data that cannot be read counts without it", () => {
  const answer = readReply(ORDERS_1987, SALE, reply([39, "00"], [55, Buffer.from("8A09")]));
  assert.ok(answer.kind === "approved" && !("chip" in answer));
});
