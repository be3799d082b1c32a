/**
 * The emails that people who sign in to the console can turn on and off: one list for each kind of
 * person, with what a person must be allowed to see to get one. Emails about the security of a login,
 * such as password links, are not here: they are no choice.
 */
import { allowedActs, type OperatorAct, type OperatorRole } from "../access/operator-role.ts";
import {
  type ManagementPermission,
  ownerKind,
  rolePermissions,
} from "../management/users/user-roles.ts";
import { type PosPermission, posPermissions } from "../pos/users/pos-permissions.ts";
import type { PosRole } from "../pos/users/pos-user.ts";

interface KindText {
  readonly label: string;
  readonly description: string;
  /** Problems with money or access are on until the person turns them off. Summaries are off. */
  readonly isOnAtFirst: boolean;
}

interface MerchantKind extends KindText {
  readonly needs: PosPermission;
}

interface ManagementKind extends KindText {
  readonly needs: ManagementPermission;
}

interface OperatorKind extends KindText {
  /** Absent: every operator can read it. */
  readonly needs?: OperatorAct;
}

/** The database stores these names, so they never change. */
export const MERCHANT_KINDS = {
  daily_summary: {
    label: "Daily summary",
    description: "Sales, refunds and declines of the day before. Not sent for a day without them.",
    isOnAtFirst: false,
    needs: "payments",
  },
  ach_returns: {
    label: "Returned ACH payments",
    description: "A bank returned one or more of your ACH payments.",
    isOnAtFirst: true,
    needs: "payments.change",
  },
  failing_webhooks: {
    label: "Failing webhooks",
    description: "Your server does not accept our webhooks, or we stopped sending them.",
    isOnAtFirst: true,
    needs: "settings",
  },
  expiring_keys: {
    label: "Expiring API keys",
    description: "An API key expires within 14 days, for example because it was replaced.",
    isOnAtFirst: true,
    needs: "settings",
  },
} as const satisfies Readonly<Record<string, MerchantKind>>;

export const MANAGEMENT_KINDS = {
  due_inspections: {
    label: "Device inspections",
    description: "Once a month, if inspections are overdue or due within 30 days.",
    isOnAtFirst: true,
    needs: "attestations",
  },
  replaced_parser_keys: {
    label: "Replaced parser keys",
    description: "The partner key was replaced, and the older key still works for a time.",
    isOnAtFirst: true,
    needs: "management.credentials",
  },
} as const satisfies Readonly<Record<string, ManagementKind>>;

export const OPERATOR_KINDS = {
  return_rates: {
    label: "ACH return rates",
    description: "A return rate of an account or company is above a limit of the network.",
    isOnAtFirst: true,
  },
  failed_jobs: {
    label: "Failed jobs",
    description: "A scheduled job failed and is tried again.",
    isOnAtFirst: true,
  },
  bank_files: {
    label: "Bank files",
    description: "A bank cannot be reached, or a file could not be sent or read.",
    isOnAtFirst: true,
  },
  stuck_payments: {
    label: "Payments without a result",
    description: "A payment has had no known result for an hour.",
    isOnAtFirst: true,
  },
  expiring_certificates: {
    label: "Expiring certificates",
    description: "A certificate of the server or for a card host expires within 14 days.",
    isOnAtFirst: true,
  },
  old_keys: {
    label: "Old keys",
    description: "The master key or the data key is older than a year.",
    isOnAtFirst: true,
  },
  failing_endpoints: {
    label: "Failing webhooks",
    description: "A merchant's webhooks have not been accepted for a day.",
    isOnAtFirst: false,
  },
  waiting_approvals: {
    label: "Approvals",
    description: "A change, a credit or a reversal waits for a second person.",
    isOnAtFirst: true,
    needs: "administer",
  },
} as const satisfies Readonly<Record<string, OperatorKind>>;

export type MerchantKindName = keyof typeof MERCHANT_KINDS;
export type ManagementKindName = keyof typeof MANAGEMENT_KINDS;
export type OperatorKindName = keyof typeof OPERATOR_KINDS;
export type NotificationName = MerchantKindName | ManagementKindName | OperatorKindName;

/** What decides which kinds a person can get. */
export type Audience =
  | { readonly kind: "pos_user"; readonly role: PosRole }
  | { readonly kind: "contact"; readonly userRole: string; readonly client: unknown }
  | { readonly kind: "operator"; readonly role: OperatorRole };

export interface NotificationKind extends KindText {
  readonly name: NotificationName;
}

/** What a person changed. A kind without an entry has its default. */
export type Choices = Readonly<Record<string, boolean>>;

/** The kinds that a person may get. Nobody is told what the console would not show them. */
export function listKinds(who: Audience): readonly NotificationKind[] {
  if (who.kind === "pos_user") return pickKinds(MERCHANT_KINDS, posPermissions(who.role));
  if (who.kind === "operator") return pickKinds(OPERATOR_KINDS, allowedActs(who.role));
  return pickKinds(MANAGEMENT_KINDS, rolePermissions(who.userRole, ownerKind(who)));
}

function pickKinds<Name extends NotificationName, Needed>(
  kinds: Readonly<Record<Name, KindText & { readonly needs?: Needed }>>,
  may: readonly Needed[],
): readonly NotificationKind[] {
  return (Object.keys(kinds) as Name[]).flatMap((name) => {
    const { needs, ...text } = kinds[name];
    return needs === undefined || may.includes(needs) ? [{ name, ...text }] : [];
  });
}

export function wantsKind(
  who: Audience & { readonly choices: Choices },
  name: NotificationName,
): boolean {
  const kind = listKinds(who).find((one) => one.name === name);
  return kind !== undefined && (who.choices[name] ?? kind.isOnAtFirst);
}
