/** Whom a connection is taken for: only who proved it there, with this header, from this address. */
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

/** What requests have of a connection. */
function ask(socket: object, authorization: string | undefined = HEADER, ip = IP): FastifyRequest {
  return { raw: { socket }, headers: { authorization }, ip } as unknown as FastifyRequest;
}

/** Remembers the one partner until it is told to forget. */
function openChecker() {
  const state = { isGood: true };
  const pass = { caller: HARBOR, untilMs: Infinity, generation: 1 };
  const checker = {
    passFor: () => (state.isGood ? pass : undefined),
    admits: () => state.isGood,
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

test("another header, address or connection is nobody yet", () => {
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

test("what the credential checker would not recall itself no connection recalls", () => {
  const { checker, state } = openChecker();
  const socket = {};
  rememberPartner(checker, ask(socket), PROOF);
  state.isGood = false;
  assert.equal(recallPartner(checker, ask(socket)), undefined);
});

test("who proved itself in the body, or is not remembered, leaves nothing on the connection", () => {
  const { checker, state } = openChecker();
  const socket = {};
  rememberPartner(checker, ask(socket, ""), PROOF);
  state.isGood = false;
  rememberPartner(checker, ask(socket), PROOF);
  state.isGood = true;
  assert.equal(recallPartner(checker, ask(socket)), undefined);
  assert.deepEqual(Object.getOwnPropertySymbols(socket), []);
});
