/** What a role may not do is absent: from the navigation, group by group. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Permission, Session } from "../src/interfaces/console/contract.ts";
import { type Area, allowedGroups } from "./area.ts";

const entry = (label: string, needs?: Permission) => ({
  label,
  icon: "card" as const,
  to: `/${label}`,
  about: "",
  ...(needs === undefined ? {} : { needs }),
});
const AREAS: readonly Area[] = [
  {
    groups: [{ title: "Open", entries: [entry("all"), entry("keys", "terminal_keys")] }],
    screens: [],
  },
  { groups: [{ title: "Closed", entries: [entry("audit", "audit")] }], screens: [] },
];

test("entries without permission are absent, and a group without entries too", () => {
  const session: Session = {
    person: { kind: "operator", name: "Ada", role: "Operator" },
    may: ["terminal_keys"],
    environment: "certification",
    version: "1",
    csrfToken: "",
    idleMinutes: 30,
    hasAuthenticator: false,
  };
  const titles = (may: readonly Permission[]) =>
    allowedGroups(AREAS, { ...session, may }).map(({ title, entries }) => [
      title,
      ...entries.map(({ label }) => label),
    ]);
  assert.deepEqual(titles(["terminal_keys"]), [["Open", "all", "keys"]]);
  assert.deepEqual(titles(["audit"]), [
    ["Open", "all"],
    ["Closed", "audit"],
  ]);
});
