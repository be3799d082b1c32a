/** Digest, HMAC and RSA authentication through HTTP: nonces, timestamps and lockouts. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import {
  type Api,
  addPartner,
  basic,
  type Call,
  call,
  callForCode,
  ELSEWHERE,
  openApi,
  openProcess,
  PATH,
  STRANGER,
} from "../kit/parser-interface.ts";
import { openShared } from "../kit/shared.ts";
import { answerChallenge, hmac, ownDigest, rsa, type Signing } from "../kit/signatures.ts";

const BODY = JSON.stringify({ deviceType: "generic", devicePayload: "00112233" });
/** The login and the request are valid, but no device is named. */
const ACCEPTED = "400 2200";
const REFUSED = "401 1003";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();

async function openSigners(t: Parameters<typeof openApi>[0]) {
  const api = await openApi(t);
  await api.owner.rows`
    update partner_credentials set public_key = ${PEM} where parser_name = 'harbor'`;
  return api;
}

const nowSeconds = ({ clock }: Api) => Math.floor(clock.wall().epochMilliseconds / 1_000);

const METHODS: Record<string, (api: Api, signing: Signing) => Record<string, string>> = {
  Digest: (_, signing) => ownDigest(signing),
  HMAC: (api, signing) => hmac(nowSeconds(api), { body: BODY, ...signing }),
  RSA: (api, signing) => rsa(nowSeconds(api), privateKey, { body: BODY, ...signing }),
};

const send = (api: Api, headers: Record<string, string>, more: Call = {}) =>
  callForCode(api, { headers, body: BODY, ...more });

for (const [method, make] of Object.entries(METHODS)) {
  test(`${method}: a valid signature is accepted, with and without a cached key`, async (t) => {
    const api = await openShared(t, openSigners);
    await api.access.start();
    for (let n = 0; n < 3; n++) assert.equal(await send(api, make(api, {})), ACCEPTED);
    const path = `${PATH}/?x=1`;
    for (const signed of [path, `${PATH}/`]) {
      assert.equal(await send(api, make(api, { path: signed }), { path: "/?x=1" }), ACCEPTED);
    }
  });

  test(`${method}: a nonce is accepted once, across processes and restarts`, async (t) => {
    const api = await openSigners(t);
    await api.access.start();
    const [first, second] = [make(api, {}), make(api, {})];
    assert.equal(await send(api, first), ACCEPTED);
    const other = { ...api, ...(await openProcess(api)) };
    for (const process of [api, other]) assert.equal(await send(process, first), REFUSED);
    const both = [api, other, api, other].map((process) => send(process, second));
    assert.deepEqual((await Promise.all(both)).sort(), [ACCEPTED, REFUSED, REFUSED, REFUSED]);
    const sameNonce = { nonce: "a-nonce-of-our-own" };
    assert.equal(await send(api, make(api, sameNonce)), ACCEPTED);
    assert.equal(await send(api, METHODS["HMAC"]?.(api, sameNonce) ?? {}), REFUSED);
    // After the full second of the timestamp.
    api.clock.advance({ minutes: 15, seconds: 1 });
    assert.equal(await send(api, make(api, sameNonce)), ACCEPTED);
  });

  test(`${method}: a request that differs from the signed one is refused`, async (t) => {
    const api = await openShared(t, openSigners);
    await api.access.start();
    assert.equal(await send(api, make(api, {})), ACCEPTED);
    assert.equal(await send(api, make(api, { path: "/api/decrypt" })), REFUSED);
    assert.equal(await send(api, make(api, { name: "nobody" })), REFUSED);
    if (method !== "RSA") assert.equal(await send(api, make(api, { key: "wrong" })), REFUSED);
    if (method !== "Digest") {
      assert.equal(await send(api, make(api, {}), { body: `${BODY} ` }), REFUSED);
    }
  });

  test(`${method}: the allow-list is checked as for other methods`, async (t) => {
    const api = await openShared(t, openSigners);
    for (const name of ["harbor", "nobody"]) {
      assert.equal(await send(api, make(api, { name }), { from: STRANGER }), "403 3003");
    }
    assert.equal(await send(api, make(api, {}), { from: ELSEWHERE }), "403 3003");
    assert.equal(await send(api, make(api, { path: "/x" }), { from: ELSEWHERE }), REFUSED);
  });

  test(`${method}: a disabled partner is refused within a second`, async (t) => {
    const api = await openSigners(t);
    await api.access.start();
    assert.equal(await send(api, make(api, {})), ACCEPTED);
    await api.owner.rows`update partners set is_active = false where reference = 'harbor'`;
    await api.access.watch.checkForChanges();
    assert.equal(await send(api, make(api, {})), REFUSED);
  });

  test(`3004: ten wrong ${method} signatures lock the partner; replays and old timestamps do not count`, async (t) => {
    const api = await openSigners(t);
    await api.access.start();
    const used = make(api, {});
    assert.equal(await send(api, used), ACCEPTED);
    for (let n = 0; n < 12; n++) assert.equal(await send(api, used), REFUSED);
    for (const timestamp of [nowSeconds(api) - 901, nowSeconds(api) + 901]) {
      for (let n = 0; n < 6 && method !== "Digest"; n++) {
        assert.equal(await send(api, make(api, { timestamp })), REFUSED);
      }
    }
    for (let n = 0; n < 10; n++) {
      assert.equal(await send(api, make(api, { path: "/wrong" })), REFUSED);
    }
    await api.access.watch.checkForChanges();
    assert.equal(await send(api, make(api, {})), "429 3004");
    assert.equal(await send(api, basic("harbor")), "429 3004", "with any method");
    api.clock.advance({ minutes: 15 });
    assert.equal(await send(api, make(api, {})), ACCEPTED);
  });
}

test("HMAC, RSA: a timestamp is in seconds, quoted or not, and may be 15 minutes off", async (t) => {
  const api = await openShared(t, openSigners);
  const now = nowSeconds(api);
  for (const make of [METHODS["HMAC"], METHODS["RSA"]]) {
    for (const timestamp of [now - 900, now + 900]) {
      assert.equal(await send(api, make?.(api, { timestamp }) ?? {}), ACCEPTED);
    }
    const { authorization = "" } = make?.(api, {}) ?? {};
    const bare = authorization.replace(/timestamp="(\d+)"/, "timestamp=$1");
    assert.equal(await send(api, { authorization: bare }), ACCEPTED);
    for (const timestamp of [now - 901, now + 901, now + 0.5, -now]) {
      assert.equal(await send(api, make?.(api, { timestamp }) ?? {}), REFUSED);
    }
  }
});

test("HMAC, RSA: a request cannot be repeated while its timestamp is valid, even one dated ahead", async (t) => {
  const api = await openSigners(t);
  for (const make of [METHODS["HMAC"], METHODS["RSA"]]) {
    for (const ahead of [-600, 0, 600, 900]) {
      const once = make?.(api, { timestamp: nowSeconds(api) + ahead }) ?? {};
      assert.equal(await send(api, once), ACCEPTED);
      for (let seconds = 0; seconds < ahead + 900; seconds += 300) {
        api.clock.advance({ seconds: 300 });
        assert.equal(await send(api, once), REFUSED, `${ahead} ahead, ${seconds + 300} later`);
      }
    }
  }
});

test("RSA: a signature is refused without a valid registered key", async (t) => {
  const api = await openApi(t);
  const asked = () => rsa(nowSeconds(api), privateKey, { body: BODY });
  assert.equal(await send(api, asked()), REFUSED);
  await api.owner.rows`update partner_credentials set public_key = 'no key'`;
  assert.equal(await send(api, asked()), REFUSED);
  await addPartner(api, { name: "signer", publicKey: PEM });
  assert.equal(
    await send(api, rsa(nowSeconds(api), privateKey, { name: "signer", body: BODY })),
    ACCEPTED,
  );
});

test("Digest: every 401 has a challenge, and an answer by RFC 7616 is accepted", async (t) => {
  const api = await openShared(t, openApi);
  const first = await call(api, { body: "" });
  assert.equal(first.errCode, 3000);
  for (const algorithm of ["SHA-256", "MD5"] as const) {
    const { challenge } = await call(api, { headers: basic("harbor", "wrong") });
    assert.equal(await send(api, answerChallenge(challenge, { algorithm })), ACCEPTED);
  }
  assert.equal(await send(api, answerChallenge(first.challenge, { key: "wrong" })), REFUSED);
  const elsewhere = answerChallenge(first.challenge, { path: "/api/decrypt" });
  assert.equal(await send(api, elsewhere), REFUSED);
});

test("Digest: the pair of nonce and count must be new, in every process", async (t) => {
  const api = await openShared(t, openApi);
  const { challenge } = await call(api, {});
  const other = { ...api, ...(await openProcess(api)) };
  for (const [process, count, expected] of [
    [api, 1, ACCEPTED],
    [other, 1, REFUSED],
    [other, 2, ACCEPTED],
    [api, 2, REFUSED],
    [api, 16, ACCEPTED],
  ] as const) {
    assert.equal(await send(process, answerChallenge(challenge, { count })), expected);
  }
});

test("Digest: only our own challenges are accepted, and an old one is marked stale", async (t) => {
  const api = await openApi(t);
  const { challenge } = await call(api, {});
  const [, ours = ""] = /nonce="([^"]+)"/.exec(challenge) ?? [];
  for (const nonce of ["another", `${ours}x`, ours.replace(/^./, "f"), `0${ours}`]) {
    assert.equal(await send(api, answerChallenge(challenge, { nonce })), REFUSED);
  }
  api.clock.advance({ minutes: 15 });
  const late = await call(api, { headers: answerChallenge(challenge), body: BODY });
  assert.deepEqual([late.errCode, /stale=true$/.test(late.challenge)], [1003, true]);
  assert.equal(await send(api, answerChallenge(late.challenge)), ACCEPTED);
  const fresh = await call(api, {});
  assert.doesNotMatch(fresh.challenge, /stale/);
});

test("1003: an incomplete signature is refused and does not count as a failure", async (t) => {
  const api = await openShared(t, openApi);
  const whole = hmac(nowSeconds(api), { body: BODY }).authorization;
  const broken = [
    ...["username", "nonce", "timestamp", "response"].map((part) =>
      whole.replace(new RegExp(`${part}="[^"]*",? ?`), ""),
    ),
    whole.replace("Hmac", "Hmac2"),
    ownDigest({}).authorization.replace('realm="Users"', 'realm="Others"'),
    `${ownDigest({}).authorization}, algorithm=SHA-256`,
    `${ownDigest({}).authorization}, qop=auth-int, nc=00000001, cnonce="x"`,
    `${ownDigest({}).authorization}, username="twice"`,
  ];
  for (const authorization of broken) {
    assert.equal(await send(api, { authorization }), REFUSED, authorization);
  }
  for (let n = 0; n < 3; n++) {
    for (const authorization of broken) await send(api, { authorization });
  }
  assert.equal(await send(api, basic("harbor")), ACCEPTED);
});

test("HMAC: old timestamps do not reveal which partner names exist", async (t) => {
  const api = await openShared(t, openSigners);
  const timestamp = nowSeconds(api) - 901;
  for (const name of ["harbor", "nobody"]) {
    for (let n = 0; n < 12; n++) {
      const late = hmac(timestamp, { name, body: BODY, key: "wrong" });
      assert.equal(await send(api, late), REFUSED, name);
    }
  }
});
