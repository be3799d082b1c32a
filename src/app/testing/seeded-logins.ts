/** The logins of the seeded data, in plain names. All of them are published test values. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import type { ReadyGateway } from "./contract.ts";

export function writeSeededLogins(
  seed: CertificationSeed,
): Pick<ReadyGateway, "accounts" | "logins"> {
  const [operator] = seed.operators;
  if (operator === undefined) throw new Error("seed: there is no operator");
  const { userName, password } = operator;
  return {
    accounts: seed.accounts.map((account) => ({
      id: account.account_id,
      accessKey: account.api_accesskey,
      name: account.name,
      acceptsAch: account.ach !== null,
    })),
    logins: {
      operator: { userName, password },
      pointOfSale: seed.mobileUsers.map((user) => ({
        accountId: String(user.account_id),
        email: user.email,
        password: user.passsword,
        role: user.role,
      })),
      partners: writePartners(seed),
    },
  };
}

function writePartners({ partners }: CertificationSeed): ReadyGateway["logins"]["partners"] {
  const all = partners.flatMap((partner) => [partner, ...(partner.subPartners ?? [])]);
  return all.map(({ name, partnerKey, user: { userName, password, apiSecret } }) => {
    return { name, partnerKey, userName, password, apiSecret };
  });
}
