/** The published examples of B's signatures, and variations that must not match. */
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { Secret } from "../../../values/secret.ts";
import { readAuthorizationParameters } from "../../../wire/http-authentication.ts";
import {
  type ChallengedDigest,
  provesKeys,
  type Signature,
  type SignedRequest,
} from "./signed-request.ts";

const FILE = path.resolve(
  import.meta.dirname,
  "../../../../test/vectors/parser-authentication.json",
);
const vectors = JSON.parse(await readFile(FILE, "utf8"));
const { inputs } = vectors;
const keys = {
  key: new Secret(inputs.secret),
  publicKey: createPublicKey(vectors.rsa.public_key_pem),
};
const request: SignedRequest = {
  method: inputs.method,
  paths: [inputs.path],
  body: Buffer.from(inputs.body),
};

function signatureIn(header: string, kind: Signature["kind"]): Signature {
  const values = readAuthorizationParameters(header)?.values ?? assert.fail(header);
  const text = (name: string) => values.get(name) ?? "";
  const common = { name: text("username"), nonce: text("nonce"), response: text("response") };
  return kind === "hmac" || kind === "rsa"
    ? { kind, timestamp: text("timestamp"), ...common }
    : { kind: "own digest", uri: text("uri"), ...common };
}

const PUBLISHED: Readonly<Record<string, Signature>> = {
  digest: signatureIn(vectors.digest.authorization, "own digest"),
  hmac: signatureIn(vectors.hmac.authorization, "hmac"),
  rsa: signatureIn(vectors.rsa.authorization, "rsa"),
};

for (const [name, signature] of Object.entries(PUBLISHED)) {
  test(`B ${name}: the published header proves its key`, () => {
    assert.equal(provesKeys(signature, request, keys), true);
    const twoPaths = { ...request, paths: [`${inputs.path}?x=1`, inputs.path] };
    assert.equal(provesKeys(signature, twoPaths, keys), true);
  });

  test(`B ${name}: nothing of the request, the key or the header may differ`, () => {
    const wrong: [Signature, SignedRequest, typeof keys][] = [
      [signature, { ...request, method: "PUT" }, keys],
      [signature, { ...request, paths: ["/api/decrypt/other"] }, keys],
      [{ ...signature, nonce: "another" }, request, keys],
      [{ ...signature, response: signature.response.toUpperCase() }, request, keys],
      [{ ...signature, response: "" }, request, keys],
      [{ ...signature, response: `${signature.response}00` }, request, keys],
    ];
    if (name !== "rsa") wrong.push([signature, request, { ...keys, key: new Secret("another") }]);
    if (name !== "digest") wrong.push([signature, { ...request, body: Buffer.of(123) }, keys]);
    for (const [sent, asked, known] of wrong) assert.equal(provesKeys(sent, asked, known), false);
  });
}

test("B RSA: without a registered public key no signature matches", () => {
  const { rsa } = PUBLISHED;
  assert.ok(rsa);
  assert.equal(provesKeys(rsa, request, { ...keys, publicKey: undefined }), false);
});

test("RFC 7616, 3.9.1: the recipe of section 3.4, with the example's values and our realm", () => {
  const common = {
    kind: "challenged digest",
    name: "Mufasa",
    nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
    uri: "/dir/index.html",
    count: "00000001",
    clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
  } as const;
  const get = { method: "GET", paths: ["/dir/index.html"], body: Buffer.of() };
  const answers: Pick<ChallengedDigest, "algorithm" | "response">[] = [
    { algorithm: "md5", response: "b5b17d486be9acd5952cf473ea31b67f" },
    {
      algorithm: "sha256",
      response: "3e77217f1f183937b3a854e95cd6443d523be5d060d6c43a3bfba84e66ce67e3",
    },
  ];
  for (const answer of answers) {
    const known = { key: new Secret("Circle of Life"), publicKey: undefined };
    assert.equal(provesKeys({ ...common, ...answer }, get, known), true, answer.algorithm);
    const other = { ...common, ...answer, count: "00000002" };
    assert.equal(provesKeys(other, get, known), false);
  }
});
