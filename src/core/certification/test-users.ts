/** The users of a new certification environment, with their published passwords. */
import type { CertificationSeed } from "./certification-seed.ts";

export interface PublishedUser {
  /** The kind of sign-in. */
  readonly as: "operator" | "partner" | "merchant";
  readonly accountId?: string;
  readonly name: string;
  readonly password: string;
  /** The user's name: "Main Street Books, admin". */
  readonly label: string;
}

export function publishedTestUsers(seed: CertificationSeed): readonly PublishedUser[] {
  return [...operators(seed), ...merchants(seed), ...partners(seed), ...clients(seed)];
}

function operators({ operators }: CertificationSeed): readonly PublishedUser[] {
  return operators.map(({ userName: name, password }) => ({
    as: "operator",
    name,
    password,
    label: "Operator",
  }));
}

function merchants({ accounts, mobileUsers }: CertificationSeed): readonly PublishedUser[] {
  return mobileUsers.map(({ account_id, email: name, passsword: password, role }) => {
    const accountId = String(account_id);
    const account = accounts.find((one) => one.account_id === accountId);
    return { as: "merchant", accountId, name, password, label: `${account?.name ?? ""}, ${role}` };
  });
}

function partners({ partners }: CertificationSeed): readonly PublishedUser[] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name: partner, user }) => ({
    as: "partner",
    name: user.userName,
    password: user.password,
    label: `${partner}, ${user.userRole}`,
  }));
}

function clients({ clients }: CertificationSeed): readonly PublishedUser[] {
  return clients.map(({ name: client, contact }) => ({
    as: "partner",
    name: contact.userName,
    password: contact.password,
    label: `${client}, ${contact.userRole}`,
  }));
}
