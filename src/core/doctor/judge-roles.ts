/** Judges whether row-level security protects tenants from each other. Pure. */
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";
import type { Strictness } from "./judge-settings.ts";
import type { LoginFacts, RoleFacts } from "./role-store.ts";

export interface TenantProtection {
  readonly roles: readonly RoleFacts[];
  readonly unprotectedTables: readonly string[];
}

export function judgeRoles({
  roles,
  unprotectedTables,
}: TenantProtection): readonly CheckFinding[] {
  const wrong = [...roles.flatMap(judgeRole), ...unprotectedTables.map(judgeTable)];
  if (wrong.length > 0) return wrong;
  const names = roles.map(({ name }) => name).join(" and ");
  return [foundOk(`Row-level security applies to ${names}.`)];
}

function judgeRole({ name, bypassesPolicies, mayBecome }: RoleFacts): readonly CheckFinding[] {
  if (bypassesPolicies) {
    return [
      foundFailing(
        `Role ${name} bypasses row-level security.`,
        `Ask an administrator to run: alter role ${name} nosuperuser nobypassrls;`,
      ),
    ];
  }
  return mayBecome.map((other) =>
    foundFailing(
      `Role ${name} may act as ${other}, which bypasses row-level security.`,
      `Ask an administrator to run: revoke ${other} from ${name};`,
    ),
  );
}

function judgeTable(table: string): CheckFinding {
  return foundFailing(
    `Row-level security of table ${table} is disabled.`,
    `Run as its owner: alter table ${table} enable row level security;`,
  );
}

/** In certification one login for everything is usual. */
export function judgeServingLogin(
  { name, bypassesPolicies, ownsTables }: LoginFacts,
  { isProduction }: Strictness,
): CheckFinding {
  const what = bypassesPolicies ? "bypasses row-level security" : "owns the tables";
  if (!bypassesPolicies && !ownsTables) {
    return foundOk(`Login ${name} serves and does not own the tables.`);
  }
  const found = `Login ${name}, which serves requests, ${what}.`;
  if (!isProduction) return foundOk(found);
  return foundWarning(
    found,
    "Use two logins: DATABASE_URL for serving and DATABASE_OWNER_URL for the owner, as in docs/operations.md, Roles.",
  );
}
