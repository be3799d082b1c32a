/** The till's records as area C writes them. Ids are integers, moments ISO 8601 in UTC. */
import type { TillAccount, TillCaller, TillUser } from "../../core/till/till-user.ts";

export function writeSession(token: string, { user, account }: TillCaller): object {
  return { token, user: writeUser(user), account: writeAccount(account) };
}

export function writeUser(user: TillUser): object {
  return {
    id: Number(user.id),
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    role: user.role,
    is_active: user.isActive,
    created_at: writeMoment(user.createdAt),
    updated_at: writeMoment(user.updatedAt),
  };
}

export function writeAccount(account: TillAccount): object {
  return {
    id: Number(account.id),
    name: account.name,
    time_zone: account.timeZone,
    receipt_email: account.receiptEmail ?? null,
    currency: account.currency,
  };
}

function writeMoment(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "millisecond" });
}
