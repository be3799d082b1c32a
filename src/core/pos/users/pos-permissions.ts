/** What each role of a merchant's users may do in the console. Notifications ask the same table. */
import type { PosRole } from "./pos-user.ts";

export type PosPermission =
  | "payments"
  | "payments.take"
  | "payments.change"
  | "reports"
  | "settings"
  | "users"
  | "forms";

const PERMISSIONS: Readonly<Record<PosRole, readonly PosPermission[]>> = {
  admin: ["payments", "payments.take", "payments.change", "reports", "settings", "users", "forms"],
  manager: ["payments", "payments.take", "payments.change", "reports"],
  cashier: ["payments", "payments.take"],
};

export function posPermissions(role: PosRole): readonly PosPermission[] {
  return PERMISSIONS[role];
}
