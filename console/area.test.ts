/** The navigation entries that a user sees. */
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

const SESSION: Session = {
  person: { kind: "operator", name: "Ada", role: "Operator" },
  may: ["terminal_keys"],
  environment: "certification",
  version: "1",
  csrfToken: "",
  idleMinutes: 15,
  secondsLeft: 900,
  hasAuthenticator: false,
};

test("entries without permission and empty groups are left out", () => {
  const titles = (may: readonly Permission[]) =>
    allowedGroups(AREAS, { ...SESSION, may }).map(({ title, entries }) => [
      title,
      ...entries.map(({ label }) => label),
    ]);
  assert.deepEqual(titles(["terminal_keys"]), [["Open", "all", "keys"]]);
  assert.deepEqual(titles(["audit"]), [
    ["Open", "all"],
    ["Closed", "audit"],
  ]);
});

test("an entry for one kind of user is shown only to them, with their own organization in its path", () => {
  const own = { ...entry("own"), to: "/clients/$home", of: ["client"] as const };
  const areas = [{ groups: [{ title: "Devices", entries: [own, entry("all")] }], screens: [] }];
  const pathsOf = (person: Session["person"]) =>
    allowedGroups(areas, { ...SESSION, person }).flatMap(({ entries }) =>
      entries.map(({ to }) => to),
    );
  const home = { id: "7", name: "Quayside Stores" };
  const ada = { name: "Ada", role: "Client Admin", home };
  assert.deepEqual(pathsOf({ ...ada, kind: "client" }), ["/clients/7", "/all"]);
  assert.deepEqual(pathsOf({ ...ada, kind: "partner" }), ["/all"]);
});
