/**
 * Whether the login that approves, or enters the second component of a key, is another person's than
 * the login that asked. All acts that need two people use this one expression.
 */
import { recentResetSince } from "../values/logins/recent-reset.ts";
import { type Sql, sql } from "./sql.ts";

export interface TwoLogins {
  /** The name of who asked: a column or a parameter. Accounts and commands may ask, too. */
  readonly requester: Sql;
  /** The name of the operator who would be the second person. */
  readonly second: string;
  readonly at: Temporal.Instant;
}

/**
 * A SecondPersonRefusal, or null for two people. A login may be used by its operator, and by every
 * operator who created or reset it a short time ago. Two operators may be one person if they sign in
 * in different ways or have the same email address.
 */
export function refuseSecondPerson({ requester, second, at }: TwoLogins): Sql {
  const since = recentResetSince(at);
  return sql`case when lower(${requester}) = lower(${second}) then 'same_person' else (
    select case
      when one.id <> asked.id or other.id <> deciding.id then 'reset_login'
      when one.sign_on_issuer is distinct from other.sign_on_issuer then 'other_sign_in'
      else 'shared_email' end
    from operators asked, operators deciding, operators one, operators other
    where lower(asked.user_name) = lower(${requester})
      and lower(deciding.user_name) = lower(${second})
      and (one.id = asked.id
        or asked.reset_at > ${since} and lower(one.user_name) = any (asked.reset_by))
      and (other.id = deciding.id
        or deciding.reset_at > ${since} and lower(other.user_name) = any (deciding.reset_by))
      and (one.id = other.id or one.sign_on_issuer is distinct from other.sign_on_issuer
        or lower(one.email) = lower(other.email))
    order by one.id = asked.id and other.id = deciding.id desc limit 1) end`;
}
