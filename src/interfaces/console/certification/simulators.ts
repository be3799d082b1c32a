/** The values that control the simulators, and all published test data. */
import type {
  CertificationSeed,
  SeedAccount,
} from "../../../core/certification/certification-seed.ts";
import { publishedTestUsers } from "../../../core/certification/test-users.ts";
import {
  cardValues,
  lastFourValues,
  TEST_CARDS,
  TEST_ROUTING_NUMBER,
} from "../../../core/certification/test-values.ts";
import type { Routes } from "../routes.ts";
import type { Simulators } from "./contract.ts";

export interface SimulatorNeeds {
  readonly seed: CertificationSeed;
}

export function addSimulators(routes: Routes, { seed }: SimulatorNeeds): void {
  const simulators = writeSimulators(seed);
  routes.get("/certification/simulators", "certification", async () => simulators);
}

function writeSimulators(seed: CertificationSeed): Simulators {
  return {
    card: { ...cardValues(seed), testCards: TEST_CARDS },
    bank: {
      routingNumber: TEST_ROUTING_NUMBER,
      verification: lastFourValues(seed, "verification"),
      achNetwork: lastFourValues(seed, "achNetwork"),
    },
    accounts: seed.accounts.map((account) => ({
      accountId: account.account_id,
      accessKey: account.api_accesskey,
      name: account.name,
      hasAch: account.ach !== null,
      about: describeAccount(account),
    })),
    partners: seededPartners(seed),
    people: publishedTestUsers(seed),
    devices: seededDevices(seed),
    baseKeys: seed.baseKeys.map(({ name, kind, value }) => ({ name, kind, value })),
  };
}

function describeAccount({ agent, ach, verification, time_zone: timeZone }: SeedAccount): string {
  if (agent) return `Can see the reports of its sub-accounts, ${timeZone}`;
  const verifies = verification?.enabled ? `verifies ${verification.sec_codes.join(", ")}` : "";
  const parts = ["cards", ach === null ? "no ACH" : `ACH ${ach.default_sec_code}`, verifies];
  return [...parts.filter((part) => part !== ""), timeZone].join(", ");
}

function seededPartners({ partners }: CertificationSeed): Simulators["partners"] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name, partnerKey, user }) => ({
    name,
    partnerKey,
    userName: user.userName,
    password: user.password,
    ...(user.apiSecret !== undefined && { apiSecret: user.apiSecret }),
  }));
}

function seededDevices({ devices }: CertificationSeed): Simulators["devices"] {
  return devices.flatMap(({ serials, client, deviceState: state }) =>
    Object.entries(serials).map(([type, serial]) => ({ type, serial, client, state })),
  );
}
