/** The client's parser calls with all five login methods, against the whole server. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createClient, type PartnerLogin, SixdoorsError } from "../../client/index.ts";
import { LOGINS, openClient } from "./open-client.ts";

const { id, key } = LOGINS.partner;
const SWIPE = {
  deviceType: "generic",
  deviceSerial: "GEN0000001",
  ksn: "FFFF9876543210000001",
  payload: "AC421185C5E5BA0A1462DFBA5696DACE4D7C26323E7A514FFE05112449B5419D158D08AFAC174FEE",
  reference: "order 7",
} as const;

test("the client decrypts payloads", async (t) => {
  const { client, url } = await openClient(t);
  const open = (partner: PartnerLogin, fetch?: typeof globalThis.fetch) =>
    createClient({ baseUrl: url, partner, fetch });

  await t.test(
    "the result has the client's names, and says that a payload came twice",
    async () => {
      const first = await client.parser.parse(SWIPE);
      const { extracted, meta, reference, messageId, track2 } = first;
      assert.deepEqual([extracted.number, extracted.expiration], ["4761739001010119", "1222"]);
      assert.deepEqual([meta.device, meta.mode, reference], ["generic", "swiped", "order 7"]);
      assert.match(messageId, /^\d{25}$/);
      assert.equal(track2?.masked, ";476173******0119=2212*************?");
      assert.equal((await client.parser.parse(SWIPE)).meta.isReplay, true);
    },
  );

  for (const method of ["transparent", "basic", "hmac", "digest"] as const) {
    await t.test(`login method: ${method}`, async () => {
      const parsed = await open({ id, key, method }).parser.parse(SWIPE);
      assert.equal(parsed.extracted.serviceCode, "201");
      const wrong = open({ id, key: "a wrong key of 24 characters", method }).parser.parse(SWIPE);
      await assert.rejects(wrong, { code: "1003", status: 401 });
    });
  }

  await t.test("login method: rsa", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const registered = publicKey.export({ type: "spki", format: "pem" }).toString();
    const [own = assert.fail()] = await findOwn(client);
    await client.management.partners.update(own, { publicKey: registered });
    const rsa = open({ id, method: "rsa", privateKey: pem });
    assert.equal((await rsa.parser.parse(SWIPE)).extracted.number, "4761739001010119");
  });

  await t.test("digest answers one challenge and uses it for later calls", async () => {
    let requests = 0;
    const counting: typeof fetch = (input, init) => {
      requests += 1;
      return fetch(input, init);
    };
    const { parser } = open({ id, key, method: "digest" }, counting);
    await parser.parse(SWIPE);
    await parser.parse(SWIPE);
    assert.equal(requests, 3);
  });

  await t.test("an error has the parser's code and tells no card data", async () => {
    const call = client.parser.parse({ ...SWIPE, payload: "AC421185" });
    const error = await call.catch((one) => one);
    assert.ok(error instanceof SixdoorsError);
    assert.deepEqual([error.area, error.status], ["parser", 400]);
    assert.match(error.code, /^2\d{3}$/);
  });
});

async function findOwn({ management }: Awaited<ReturnType<typeof openClient>>["client"]) {
  const ids: string[] = [];
  for await (const partner of management.partners.list()) {
    if (partner.partnerId === id) ids.push(partner.id);
  }
  return ids;
}
