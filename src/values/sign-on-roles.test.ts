/** Tests of sign-on-roles.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findOperatorRole, mayUseLogins, readGroupRoles } from "./sign-on-roles.ts";

test("a list of groups and roles is read, also with names that contain =", () => {
  const roles = readGroupRoles("CN=ops,DC=example=administrator; help desk = support;shops=users;");
  assert.deepEqual(
    [...(roles ?? [])],
    [
      ["CN=ops,DC=example", "administrator"],
      ["help desk", "support"],
      ["shops", "users"],
    ],
  );
});

test("an unknown role, a missing name, a repeated group and an empty list are refused", () => {
  for (const text of ["ops=root", "=auditor", "ops", "a=auditor;a=support", "", " ; "])
    assert.equal(readGroupRoles(text), undefined, text);
});

test("the highest role of several groups counts, and users are no operators", () => {
  const roles = readGroupRoles("a=auditor;b=administrator;c=users") ?? new Map();
  assert.equal(findOperatorRole(roles, ["a", "b", "c", "unknown"]), "administrator");
  assert.equal(findOperatorRole(roles, ["a"]), "auditor");
  assert.equal(findOperatorRole(roles, ["c"]), undefined);
  assert.equal(findOperatorRole(roles, []), undefined);
  assert.deepEqual([mayUseLogins(roles, ["c"]), mayUseLogins(roles, ["a"])], [true, false]);
});
