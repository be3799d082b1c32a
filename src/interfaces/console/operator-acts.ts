/**
 * What an operator's role must allow for each call that changes something. The console does not start
 * with a call that has no row here.
 */
import { allowedActs, type OperatorAct } from "../../core/access/operator-role.ts";
import type { OperatorPerson } from "../../core/sessions/person.ts";
import type { Permission } from "./contract.ts";

/** The permissions that only operators have. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = [
  "accounts",
  "partners",
  "terminal_keys",
  "operators",
  "operations",
  "audit",
];

/** `support` moves no money, and gives nobody access to an account, a partner or a key. */
export const OPERATOR_ACTS: Readonly<Record<string, OperatorAct>> = {
  "POST /operator/accounts": "administer",
  "PATCH /operator/accounts/:id": "administer",
  "POST /operator/accounts/:id/switch": "administer",
  "POST /operator/accounts/:id/keys": "administer",
  "DELETE /operator/accounts/:id/keys/:key": "administer",
  "POST /operator/accounts/:id/webhook/endpoints": "administer",
  "PATCH /operator/accounts/:id/webhook/endpoints/:number": "administer",
  "DELETE /operator/accounts/:id/webhook/endpoints/:number": "administer",
  "POST /operator/accounts/:id/webhook/endpoints/:number/secret": "administer",
  "PATCH /operator/accounts/:id/verification": "administer",
  "POST /operator/accounts/:id/users": "administer",
  "DELETE /operator/accounts/:id/bank-blocks/:transaction": "administer",
  "POST /operator/approvals/:id/approve": "administer",
  "POST /operator/approvals/:id/reject": "administer",
  "POST /operator/partners": "administer",
  "POST /operator/partners/:id/switch": "administer",
  "POST /operator/operators": "administer",
  "POST /operator/operators/:id/role": "administer",
  "POST /operator/operators/:id/switch": "administer",
  "POST /operator/operators/:id/password": "administer",
  "POST /operator/operators/:id/authenticator/remove": "administer",
  "POST /operator/keys": "administer",
  "POST /operator/keys/:name/finish": "administer",
  "POST /operator/keys/:name/retire": "administer",
  "POST /operator/card-hosts": "administer",
  "POST /operator/card-hosts/:name": "administer",
  "POST /operator/card-hosts/:name/remove": "administer",
  "POST /operations/outbox/:accountId/replay": "support",
  "POST /operations/logins/unlock": "support",
  "POST /operations/bank-files/:id/confirm": "administer",
  "POST /operations/bank-files/:id/resend": "administer",
  "POST /operations/unmatched/:id/deal": "administer",
  "POST /operations/inbound-files/:id/deal": "administer",
  "POST /operations/reversals": "administer",
  "POST /operations/reversals/:id/approve": "administer",
  "POST /operations/reversals/:id/reject": "administer",
  "POST /operations/banks": "administer",
  "PATCH /operations/banks/:name/server": "administer",
  "PATCH /operations/banks/:name/windows": "administer",
  "POST /operations/banks/:name/check": "support",
  "POST /operations/audit/chain/check": "support",
  "POST /operations/doctor": "support",
  "POST /operations/purges/allow": "administer",
  // Test mode: no real money moves.
  "POST /certification/clock/advance": "support",
  "POST /certification/webhooks/:accountId/:eventId/replay": "support",
  "POST /certification/webhooks/replay": "support",
  "POST /certification/ach/entries/:accountId/:transactionId/return": "support",
  "POST /certification/ach/entries/:accountId/:transactionId/change": "support",
  "POST /certification/ach/entries/:accountId/:transactionId/settle": "support",
  "POST /certification/ach/cut-off": "support",
  "POST /certification/ach/sale": "support",
};

type Needed = Permission | "signed_in";

/** Throws if a call of operators that changes something has no row, so that a test finds it. */
export function requireKnownAct(route: string, needed: Needed): void {
  const isForOperators = [...OPERATOR_PERMISSIONS, "certification"].includes(needed);
  if (!isForOperators || isReading(route) || OPERATOR_ACTS[route] !== undefined) return;
  throw new Error(`${route} has no row in OPERATOR_ACTS: say which role of operators may call it`);
}

/** Someone else knows a temporary password, so it must not add another way to sign in. */
const WITH_TEMPORARY_PASSWORD: readonly string[] = ["POST /password", "DELETE /session"];

/** Calls about one's own session and password belong to every role. */
export function mayCall(person: OperatorPerson, route: string, needed: Needed): boolean {
  if (isReading(route)) return true;
  if (person.mustChangePassword) return WITH_TEMPORARY_PASSWORD.includes(route);
  if (needed === "signed_in") return true;
  const act = OPERATOR_ACTS[route];
  return act !== undefined && allowedActs(person.role).includes(act);
}

function isReading(route: string): boolean {
  return route.startsWith("GET ");
}
