/** The name of the person at the command line, in the audit log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describePerson } from "./person.ts";

const ROOT = { named: undefined, login: undefined, user: "root" };

test("the audit log names the person who logged in, not only root", () => {
  assert.equal(describePerson({ ...ROOT, login: "anna" }), "anna as root");
  assert.equal(describePerson({ ...ROOT, login: "root" }), "root");
  assert.equal(describePerson(ROOT), "root");
});

test("OPERATOR_NAME is added and does not hide the login", () => {
  assert.equal(describePerson({ ...ROOT, named: "Anna Smith" }), "Anna Smith (root)");
  assert.equal(describePerson({ named: "Ben", login: "anna", user: "root" }), "Ben (anna as root)");
});

test("a long name is cut, and control characters are replaced", () => {
  const named = `a\nb${"c".repeat(200)}`;
  assert.equal(describePerson({ ...ROOT, named }), `a?b${"c".repeat(97)} (root)`);
});
