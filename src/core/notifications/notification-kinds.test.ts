/** Which emails people can get, by their role, and the table in the documentation. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { productFile } from "../../values/product-folder.ts";
import {
  listKinds,
  MANAGEMENT_KINDS,
  MERCHANT_KINDS,
  OPERATOR_KINDS,
  wantsKind,
} from "./notification-kinds.ts";

const PARTNER_USER = { kind: "contact", userRole: "Partner User", client: null } as const;

test("nobody gets an email about what the console does not show them", () => {
  const names = (who: Parameters<typeof listKinds>[0]) => listKinds(who).map(({ name }) => name);
  assert.deepEqual(names({ kind: "pos_user", role: "cashier" }), ["daily_summary"]);
  assert.deepEqual(names({ kind: "pos_user", role: "admin" }), Object.keys(MERCHANT_KINDS));
  assert.deepEqual(names(PARTNER_USER), Object.keys(MANAGEMENT_KINDS));
  const client = { ...PARTNER_USER, client: { id: "1" } };
  assert.deepEqual(names({ ...client, userRole: "Client Custodian" }), ["due_inspections"]);
  assert.deepEqual(names({ ...client, userRole: "Client User" }), []);
  assert.deepEqual(names({ kind: "operator", role: "administrator" }), Object.keys(OPERATOR_KINDS));
  assert.ok(!names({ kind: "operator", role: "auditor" }).includes("waiting_approvals"));
});

test("a choice wins over the default, but not over the role", () => {
  const cashier = { kind: "pos_user", role: "cashier" } as const;
  assert.equal(wantsKind({ ...cashier, choices: {} }, "daily_summary"), false);
  assert.equal(wantsKind({ ...cashier, choices: { daily_summary: true } }, "daily_summary"), true);
  assert.equal(wantsKind({ ...cashier, choices: { expiring_keys: true } }, "expiring_keys"), false);
  const admin = { kind: "pos_user", role: "admin" } as const;
  assert.equal(wantsKind({ ...admin, choices: {} }, "expiring_keys"), true);
  assert.equal(wantsKind({ ...admin, choices: { expiring_keys: false } }, "expiring_keys"), false);
});

test("the documentation lists every kind with its default, in this order", async () => {
  const page = await readFile(productFile("docs/security.md"), "utf8");
  const [, section = ""] = page.split("### Email notifications");
  const rows = [
    ...section.matchAll(/^\| (?:merchants|partners|operators)[^|]*\| ([^|]+) \| (on|off) \|$/gm),
  ];
  const kinds = [MERCHANT_KINDS, MANAGEMENT_KINDS, OPERATOR_KINDS].flatMap((all) =>
    Object.values(all).map(({ label, isOnAtFirst }) => [label, isOnAtFirst ? "on" : "off"]),
  );
  assert.deepEqual(
    rows.map(([, label, state]) => [label, state]),
    kinds,
  );
});
