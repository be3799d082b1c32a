/** Who is calling: a management user by name and password, one of a partner's own people. */
import { passwordMatches } from "../../core/access/password.ts";
import type { LoginStore } from "../../core/estate/login-store.ts";
import type { PartnerStore } from "../../core/estate/partner-store.ts";
import { asPartnerRole, type PartnerRole } from "../../core/estate/user-roles.ts";
import { RequestFault } from "../../wire/fault.ts";
import { readBasic } from "../../wire/http-authentication.ts";

export interface LoginNeeds {
  readonly logins: LoginStore;
  readonly partners: PartnerStore;
}

export interface ManagementCaller {
  readonly contactId: string;
  readonly partnerId: string;
  readonly role: PartnerRole;
}

/** An unknown user, a wrong password and a user or partner switched off are told apart by nobody. */
export async function logIn(
  { logins, partners }: LoginNeeds,
  authorization: string | undefined,
): Promise<ManagementCaller> {
  const basic = readBasic(authorization);
  if (basic === undefined) throw refused();
  const login = await logins.find(basic.name);
  // Always, so that an unknown user takes as long as a wrong password.
  const matches = await passwordMatches(basic.secret, login?.passwordHash);
  if (!matches || !login?.isActive) throw refused();
  if (!(await partners.isActive(login.partnerId))) throw refused();
  const role = asPartnerRole(login.userRole);
  if (role === undefined) throw new RequestFault("forbidden", "userRole");
  return { contactId: login.contactId, partnerId: login.partnerId, role };
}

function refused(): RequestFault {
  return new RequestFault("unauthenticated", "authorization");
}
