/** A connection remembers its partner only for the same header from the same address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import type { CredentialChecker } from "../../core/access/credential-checker.ts";
import type { KnownPartner } from "../../core/management/logins/authenticate-partner.ts";
import { Secret } from "../../values/secret.ts";
import { recallPartner, rememberPartner } from "./connection.ts";

const HARBOR: KnownPartner = { partnerId: "1", isListed: true };
const PROOF = { name: "harbor", key: new Secret("harbor-key"), address: "192.0.2.1" };
const HEADER = "Basic aGFyYm9yOmhhcmJvci1rZXk=";
const IP = "192.0.2.1";

/** A request on a connection. */
function ask(socket: object, authorization: string | undefined = HEADER, ip = IP): FastifyRequest {
  return { raw: { socket }, headers: { authorization }, ip } as unknown as FastifyRequest;
}

/** A checker that knows one partner while `isValid` is set. */
function openChecker() {
  const state = { isValid: true };
  const pass = { caller: HARBOR, untilMs: Infinity, generation: 1 };
  const checker = {
    passFor: () => (state.isValid ? pass : undefined),
    admits: () => state.isValid,
  } as unknown as CredentialChecker<KnownPartner>;
  return { state, checker };
}

test("the same header on the same connection from the same address is the same partner", () => {
  const { checker } = openChecker();
  const socket = {};
  assert.equal(recallPartner(checker, ask(socket)), undefined);
  rememberPartner(checker, ask(socket), PROOF);
  assert.equal(recallPartner(checker, ask(socket)), HARBOR);
});

test("another header, address or connection is not recognized", () => {
  const { checker } = openChecker();
  const socket = {};
  rememberPartner(checker, ask(socket), PROOF);
  for (const stranger of [
    ask(socket, `${HEADER.slice(0, -1)}x`),
    ask(socket, ""),
    ask(socket, HEADER, "192.0.2.2"),
    ask({}),
  ]) {
    assert.equal(recallPartner(checker, stranger), undefined);
  }
});

test("a partner that the credential checker no longer accepts is not recognized", () => {
  const { checker, state } = openChecker();
  const socket = {};
  rememberPartner(checker, ask(socket), PROOF);
  state.isValid = false;
  assert.equal(recallPartner(checker, ask(socket)), undefined);
});

test("a login in the body, or one that the checker does not remember, is not stored on the connection", () => {
  const { checker, state } = openChecker();
  const socket = {};
  rememberPartner(checker, ask(socket, ""), PROOF);
  state.isValid = false;
  rememberPartner(checker, ask(socket), PROOF);
  state.isValid = true;
  assert.equal(recallPartner(checker, ask(socket)), undefined);
  assert.deepEqual(Object.getOwnPropertySymbols(socket), []);
});
