/** Payloads decrypted over HTTP, against a JSON echo with bodies and answers of the same size. */
import { randomInt } from "node:crypto";
import { KSI, readAtTerminal } from "../../test/kit/terminal.ts";
import type { Target } from "../load/load.ts";
import type { BenchRow } from "../row.ts";

const PARSER_PATH = "/api/decrypt/parser";
const BODIES = 2_048;
const JSON_TYPE = "application/json";
const KEY = Buffer.from("harbor:harbor-certification-key-00000001").toString("base64");
const headers = { authorization: `Basic ${KEY}` };
const READ = '"success":true';

/** X9.24-1: at most ten of the counter's 21 bits are set. */
const COUNTER_BITS = 21;
const BITS_MAX = 10;

export const parserHttp: BenchRow = {
  name: "parser-http",
  about: "payloads decrypted over HTTP against a JSON echo of the same sizes",
  unit: "a second",
  better: "higher",
  target: 0.4,

  async prepare(installation) {
    const { productUrl, peerUrl } = await installation.env();
    const load = installation.load();
    const target = parserTarget(productUrl);
    const more = await moreInAnswer(productUrl, target.bodies[0] ?? "");
    return {
      product: load.on(target),
      peer: load.on({ ...target, url: `${peerUrl}/echo-more?more=${more}`, expected: '"more"' }),
    };
  },
};

/** Payloads for the parser of a running program: of one device, or each of its own. */
export function parserTarget(productUrl: string, device: () => string = () => KSI): Target {
  const bodies = Array.from({ length: BODIES }, (_, place) => swipe(place, device()));
  const url = productUrl + PARSER_PATH;
  return { url, contentType: JSON_TYPE, headers, bodies, expected: READ };
}

function swipe(place: number, ksi: string): string {
  const read = readAtTerminal({ counter: randomCounter(), ksi });
  return JSON.stringify({ ...read, deviceSerial: "GEN0000001", reference: `call-${place}` });
}

function randomCounter(): number {
  let counter = 1 << randomInt(COUNTER_BITS);
  const bits = randomInt(1, BITS_MAX + 1);
  for (let set = 1; set < bits; set++) counter |= 1 << randomInt(COUNTER_BITS);
  return counter;
}

/** How much longer the product's answer is than the request. */
async function moreInAnswer(productUrl: string, body: string): Promise<number> {
  const answer = await fetch(productUrl + PARSER_PATH, {
    method: "POST",
    headers: { "content-type": JSON_TYPE, ...headers },
    body,
  });
  const text = await answer.text();
  if (!text.includes(READ)) throw new Error(`a payload was not read: ${text.slice(0, 300)}`);
  return text.length - body.length - ',"more":""'.length;
}
