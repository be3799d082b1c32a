/** Whom a connection is taken for: only who proved it there, with this header, from this address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import type { Entrance } from "../../core/access/entrance.ts";
import type { KnownPartner } from "../../core/estate/authenticate-partner.ts";
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
function openEntrance() {
  const state = { isGood: true };
  const pass = { caller: HARBOR, untilMs: Infinity, generation: 1 };
  const entrance = {
    passFor: () => (state.isGood ? pass : undefined),
    admits: () => state.isGood,
  } as unknown as Entrance<KnownPartner>;
  return { state, entrance };
}

test("the same header on the same connection from the same address is the same partner", () => {
  const { entrance } = openEntrance();
  const socket = {};
  assert.equal(recallPartner(entrance, ask(socket)), undefined);
  rememberPartner(entrance, ask(socket), PROOF);
  assert.equal(recallPartner(entrance, ask(socket)), HARBOR);
});

test("another header, address or connection is nobody yet", () => {
  const { entrance } = openEntrance();
  const socket = {};
  rememberPartner(entrance, ask(socket), PROOF);
  for (const stranger of [
    ask(socket, `${HEADER.slice(0, -1)}x`),
    ask(socket, ""),
    ask(socket, HEADER, "192.0.2.2"),
    ask({}),
  ]) {
    assert.equal(recallPartner(entrance, stranger), undefined);
  }
});

test("what the entrance would not recall itself no connection recalls", () => {
  const { entrance, state } = openEntrance();
  const socket = {};
  rememberPartner(entrance, ask(socket), PROOF);
  state.isGood = false;
  assert.equal(recallPartner(entrance, ask(socket)), undefined);
});

test("who proved itself in the body, or is not remembered, leaves nothing on the connection", () => {
  const { entrance, state } = openEntrance();
  const socket = {};
  rememberPartner(entrance, ask(socket, ""), PROOF);
  state.isGood = false;
  rememberPartner(entrance, ask(socket), PROOF);
  state.isGood = true;
  assert.equal(recallPartner(entrance, ask(socket)), undefined);
  assert.deepEqual(Object.getOwnPropertySymbols(socket), []);
});
