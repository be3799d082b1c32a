/** The permission that each call of `/api/v1` needs. A call without a row does not compile. */
import type { ManagementPermission } from "../../core/management/users/user-roles.ts";

export const CALL_PERMISSIONS = {
  "GET /partners": "management.tree",
  "GET /partners/:id": "management.tree",
  "POST /partners": "management.partners",
  "PATCH /partners/:id": "management.partners",
  "GET /clients": "management",
  "GET /clients/:id": "management",
  "POST /clients": "management.change",
  "PATCH /clients/:id": "management.change",
  "DELETE /clients/:id": "management.change",
  "GET /locations": "management",
  "GET /locations/:id": "management",
  "POST /locations": "management.change",
  "PATCH /locations/:id": "management.change",
  "DELETE /locations/:id": "management.change",
  "GET /users": "management",
  "GET /users/:id": "management",
  "POST /users": "management.users",
  "PATCH /users/:id": "management.users",
  "DELETE /users/:id": "management.users",
  "POST /users/:id/apiSecret": "management.secret",
  "DELETE /users/:id/apiSecret": "management.secret",
  "GET /devices": "management",
  "GET /devices/:id": "management",
  "GET /devices/:serialNumber/:deviceType": "management",
  "POST /devices": "management.devices",
  "PATCH /devices/:id": "management.devices",
  "GET /deviceStates": "management",
  "GET /deviceTypes": "management",
  "GET /attestations": "management",
  "GET /attestations/:id": "management",
  "POST /attestations": "attestations",
  "GET /transactions": "management.journal",
  "GET /transactions/:messageId": "management.journal",
} as const satisfies Readonly<Record<string, ManagementPermission>>;

export type PermittedCall = keyof typeof CALL_PERMISSIONS;

export type CallMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** The paths that the table has for a method. */
export type CallPath<Method extends CallMethod> = {
  [Call in keyof typeof CALL_PERMISSIONS]: Call extends `${Method} ${infer Path}` ? Path : never;
}[keyof typeof CALL_PERMISSIONS];

/** The types of Routes guarantee that the table has this method and path. */
export function callPermission(method: CallMethod, path: string): ManagementPermission {
  const table: Readonly<Record<string, ManagementPermission>> = CALL_PERMISSIONS;
  const permission = table[`${method} ${path}`];
  if (permission === undefined) throw new Error(`${method} ${path} has no permission`);
  return permission;
}
