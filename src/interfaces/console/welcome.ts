/** What the sign-in page needs before sign-in. */
import type { FastifyInstance } from "fastify";
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import type { Environment, TestUser, Welcome } from "./contract.ts";

export interface WelcomeNeeds {
  readonly environment: Environment;
  readonly version: string;
  /** The test users with published passwords. Undefined in production. */
  readonly certification: CertificationSeed | undefined;
}

export function addWelcome(scope: FastifyInstance, needs: WelcomeNeeds): void {
  const { environment, version, certification } = needs;
  const people = certification === undefined ? undefined : publishedTestUsers(certification);
  const welcome: Welcome = { environment, version, ...(people && { people }) };
  scope.get("/welcome", { schema: { hide: true } }, async () => welcome);
}

export function publishedTestUsers(seed: CertificationSeed): readonly TestUser[] {
  return [...operators(seed), ...merchants(seed), ...partners(seed), ...clients(seed)];
}

function operators({ operators }: CertificationSeed): readonly TestUser[] {
  return operators.map(({ userName: name, password }) => ({
    as: "operator",
    name,
    password,
    label: "Operator",
  }));
}

function merchants({ accounts, mobileUsers }: CertificationSeed): readonly TestUser[] {
  return mobileUsers.map(({ account_id, email: name, passsword: password, role }) => {
    const accountId = String(account_id);
    const account = accounts.find((one) => one.account_id === accountId);
    return { as: "merchant", accountId, name, password, label: `${account?.name ?? ""}, ${role}` };
  });
}

function partners({ partners }: CertificationSeed): readonly TestUser[] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name: partner, user }) => ({
    as: "partner",
    name: user.userName,
    password: user.password,
    label: `${partner}, ${user.userRole}`,
  }));
}

function clients({ clients }: CertificationSeed): readonly TestUser[] {
  return clients.map(({ name: client, contact }) => ({
    as: "partner",
    name: contact.userName,
    password: contact.password,
    label: `${client}, ${contact.userRole}`,
  }));
}
