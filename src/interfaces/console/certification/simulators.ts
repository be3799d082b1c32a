/** The values that control the simulators, and all published test data. */
import type { Certification, SeedAccount } from "../../../core/certification/certification.ts";
import {
  cardValues,
  lastFourValues,
  TEST_CARDS,
  TEST_ROUTING_NUMBER,
} from "../../../core/certification/test-values.ts";
import type { Routes } from "../routes.ts";
import { publishedPeople } from "../welcome.ts";
import type { Simulators } from "./contract.ts";

export interface SimulatorNeeds {
  readonly seed: Certification;
}

export function addSimulators(routes: Routes, { seed }: SimulatorNeeds): void {
  const simulators = simulatorsOf(seed);
  routes.get("/certification/simulators", "certification", async () => simulators);
}

function simulatorsOf(seed: Certification): Simulators {
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
      about: aboutAccount(account),
    })),
    partners: partnersOf(seed),
    people: publishedPeople(seed),
    devices: devicesOf(seed),
    baseKeys: seed.baseKeys.map(({ name, kind, value }) => ({ name, kind, value })),
  };
}

function aboutAccount({ agent, ach, verification, time_zone: timeZone }: SeedAccount): string {
  if (agent) return `Can see the reports of its sub-accounts, ${timeZone}`;
  const verifies = verification?.enabled ? `verifies ${verification.sec_codes.join(", ")}` : "";
  const parts = ["cards", ach === null ? "no ACH" : `ACH ${ach.default_sec_code}`, verifies];
  return [...parts.filter((part) => part !== ""), timeZone].join(", ");
}

function partnersOf({ partners }: Certification): Simulators["partners"] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name, partnerKey, user }) => ({
    name,
    partnerKey,
    userName: user.userName,
    password: user.password,
    ...(user.apiSecret !== undefined && { apiSecret: user.apiSecret }),
  }));
}

function devicesOf({ devices }: Certification): Simulators["devices"] {
  return devices.flatMap(({ serials, client, deviceState: state }) =>
    Object.entries(serials).map(([type, serial]) => ({ type, serial, client, state })),
  );
}
