/** When two logins of operators are two people: the one rule of all acts that need two. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OperatorRecordStore } from "../../src/core/operators/operator-record-store.ts";
import { SignOnOperatorStore } from "../../src/core/sessions/sign-on/sign-on-operator-store.ts";
import { refuseSecondPerson } from "../../src/db/second-person-sql.ts";
import { sql } from "../../src/db/sql.ts";
import { openDatabase } from "../kit/database.ts";
import type { Lifetime } from "../kit/shared.ts";

const NOW = Temporal.Instant.from("2026-11-18T12:00:00Z");
const ISSUER = "https://login.example.com";

async function openOperators(t: Lifetime) {
  const { owner, payments } = await openDatabase(t);
  const records = new OperatorRecordStore(owner);
  const add = async (userName: string) => {
    const login = { role: "administrator", passwordHash: "", mustChangePassword: false } as const;
    const id = await records.insertOperator({ userName, ...login });
    assert.ok(id !== undefined);
    return id;
  };
  const addSignOn = async (userName: string, issuer = ISSUER, email?: string) => {
    const identity = { issuer, subject: userName, verifiedEmail: email };
    const login = { userName, role: "administrator" } as const;
    assert.ok(await new SignOnOperatorStore(owner).insertOperator(identity, login));
  };
  const reset = (id: string, by: string, at = NOW) => records.recordReset(id, { by, at });
  const setEmail = (userName: string, email: string) =>
    owner.rows`update operators set email = ${email} where user_name = ${userName}`;
  const refusal = async (asked: string, second: string, at = NOW) => {
    const requester = sql`${asked}::text`;
    const [row] = await payments.rows<{ why: string | null }>`
      select ${refuseSecondPerson({ requester, second, at })} as why`;
    return row?.why;
  };
  /** Whoever of the two asks. */
  const between = async (one: string, other: string, at = NOW) => {
    const why = await refusal(one, other, at);
    assert.equal(await refusal(other, one, at), why, `${one} and ${other}`);
    return why;
  };
  return { add, addSignOn, reset, setEmail, refusal, between };
}

test("two operators with different passwords are two people, whoever asks", async (t) => {
  const { add, between, refusal } = await openOperators(t);
  await add("ann");
  await add("ben");
  assert.equal(await between("ann", "ben"), null);
  assert.equal(await between("Ann", "ann"), "same_person");
  assert.equal(await refusal("account 120000000001", "ann"), null, "a merchant asks");
});

test("a login is not taken for another person's than who created or reset it lately", async (t) => {
  const { add, reset, between } = await openOperators(t);
  await add("ann");
  const ben = await add("ben");
  const cara = await add("cara");
  const dora = await add("dora");
  await add("eve");
  await reset(ben, "Ann");
  assert.equal(await between("ann", "ben"), "reset_login");
  await reset(cara, "ann");
  assert.equal(await between("ben", "cara"), "reset_login", "ann may use both");
  await reset(dora, "ben");
  assert.equal(await between("ann", "dora"), "reset_login", "ann may have used ben's login for it");
  assert.equal(await between("eve", "dora"), null);
  assert.equal(await between("ann", "dora", NOW.add({ hours: 7 * 24 + 1 })), null);
});

test("operators whom the command line created on one day are two people", async (t) => {
  const { add, reset, between } = await openOperators(t);
  for (const name of ["ann", "ben"]) await reset(await add(name), "root");
  assert.equal(await between("ann", "ben"), null);
});

test("an operator with a password and one of single sign-on may be one person", async (t) => {
  const { add, addSignOn, reset, between } = await openOperators(t);
  await add("ann");
  await addSignOn("ann-2");
  await addSignOn("ben");
  await addSignOn("cy", "https://other.example.com");
  assert.equal(await between("ann", "ann-2"), "other_sign_in");
  assert.equal(await between("ben", "cy"), "other_sign_in", "another provider");
  assert.equal(await between("ben", "ann-2"), null);
  await reset(await add("dora"), "ann-2");
  assert.equal(await between("ann", "dora"), "reset_login", "ann may be ann-2, who created dora");
});

test("operators with the same email address may be one person", async (t) => {
  const { add, addSignOn, setEmail, between } = await openOperators(t);
  for (const name of ["ann", "ben"]) {
    await add(name);
    await setEmail(name, name === "ann" ? "Ops@example.com" : "ops@EXAMPLE.com");
  }
  assert.equal(await between("ann", "ben"), "shared_email");
  await addSignOn("cy", ISSUER, "cy@example.com");
  await addSignOn("cy-2", ISSUER, "CY@example.com");
  assert.equal(await between("cy", "cy-2"), "shared_email");
});
