/** The log of the installation: a real pino with canaries as input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskingDestination } from "../../adapters/log/masking-destination.ts";
import { passesCheckDigit } from "../../values/card.ts";
import { openLog } from "./logger.ts";

const CANARIES = 100;

function logged(terminal: boolean, say: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  say(openLog({ logLevel: "trace" }, maskingDestination({ terminal, write })));
  return lines.join("");
}

/** A different Visa number for each place, with its check digit. */
function cardNumber(place: number): string {
  const start = `4539${String(place * 7919).padStart(11, "0")}`;
  return [..."0123456789"].map((digit) => start + digit).find(passesCheckDigit) ?? "";
}

interface Canary {
  readonly card: string;
  readonly discretionary: string;
  readonly key: string;
}

function canary(place: number): Canary {
  const key = `k3y${String(place * 104_729).padStart(13, "0")}zz`;
  return { card: cardNumber(place), discretionary: `${870_000_000 + place}`, key };
}

function errorWith({ card, discretionary, key }: Canary): Error {
  const root = new Error(`declined ${card.replace(/(.{4})/g, "$1 ")}`);
  const cause = new Error(`bad login api_accesskey=${key}&account_id=1`, { cause: root });
  return new Error(`cannot read ;${card}=2712101${discretionary}?`, { cause });
}

function nestedWith({ card, discretionary, key }: Canary): object {
  const track = `%B${card}^DOE/JANE^2712101${discretionary}?`;
  const body = { partnerKey: key, card, inner: JSON.stringify({ password: key, track }) };
  return {
    a: [{ b: { card_number: card, note: `x${card}y`, cvv: key } }, Number(card)],
    [card]: track,
    headers: { authorization: `Basic ${key}`, cookie: [`s=${key}`] },
    url: `/api/json/users/?token=${key}&page=1`,
    body: JSON.stringify(body),
    database: `postgres://app:${key}@db/x`,
    hex: Buffer.from(`;${card}=2712101${discretionary}?`).toString("hex"),
  };
}

for (const terminal of [false, true]) {
  test(`no canary is logged to ${terminal ? "a terminal" : "a collector"}`, () => {
    const canaries = Array.from({ length: CANARIES }, (_, place) => canary(place));
    const out = logged(terminal, (log) => {
      for (const each of canaries) {
        log.info(nestedWith(each), `paid with ${each.card}`);
        log.error({ err: errorWith(each) }, "request failed");
        log.error(errorWith(each));
        log.child({ reqId: "r", secret: each.key, from: each.card }).debug("token: %s", each.key);
        log.warn("card %s key %j", each.card, { pin_block: each.key });
      }
    });
    const plain = out.replaceAll(/[\s-]/g, "");
    for (const { card, discretionary, key } of canaries) {
      for (const text of [card, key, discretionary, Buffer.from(card).toString("hex")]) {
        assert.ok(!plain.includes(text), text);
      }
    }
    assert.equal(out.match(/paid with \*{12}\d{4}/g)?.length, CANARIES);
  });
}

test("every line for a collector is one JSON document", () => {
  const out = logged(false, (log) => {
    for (let place = 0; place < CANARIES; place++) log.info(nestedWith(canary(place)), "x");
  });
  const lines = out.trimEnd().split("\n");
  assert.equal(lines.length, CANARIES);
  for (const line of lines) assert.equal(JSON.parse(line).msg, "x");
});

test("the detail of a database error is not logged", () => {
  const error = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (a)=(b)" });
  const { err } = JSON.parse(logged(false, (log) => log.error({ err: error })));
  assert.deepEqual(Object.keys(err), ["type", "code", "message", "stack"]);
});

test("logging never throws", () => {
  const circular: Error = new Error("round");
  circular.cause = circular;
  const unreadable = {
    get field(): string {
      throw new Error("no");
    },
  };
  const out = logged(false, (log) => {
    log.error({ err: circular });
    log.info(unreadable, "x");
    log.info({ toJSON: () => assert.fail() }, "y");
    log.info({ big: 5n });
    log.info(null as unknown as string);
  });
  const messages = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).msg);
  assert.deepEqual(messages.length, 5);
  assert.match(messages[1], /could not be written/);
});
