/** Which permission each call of `/api/v1` needs. A call without a row does not compile. */
import type { EstatePermission } from "../../core/estate/user-roles.ts";

export const CALL_PERMISSIONS = {
  "GET /partners": "estate.tree",
  "GET /partners/:id": "estate.tree",
  "POST /partners": "estate.partners",
  "PATCH /partners/:id": "estate.partners",
  "GET /clients": "estate",
  "GET /clients/:id": "estate",
  "POST /clients": "estate.change",
  "PATCH /clients/:id": "estate.change",
  "DELETE /clients/:id": "estate.change",
  "GET /locations": "estate",
  "GET /locations/:id": "estate",
  "POST /locations": "estate.change",
  "PATCH /locations/:id": "estate.change",
  "DELETE /locations/:id": "estate.change",
  "GET /users": "estate",
  "GET /users/:id": "estate",
  "POST /users": "estate.users",
  "PATCH /users/:id": "estate.users",
  "DELETE /users/:id": "estate.users",
  "POST /users/:id/apiSecret": "estate.secret",
  "DELETE /users/:id/apiSecret": "estate.secret",
  "GET /devices": "estate",
  "GET /devices/:id": "estate",
  "GET /devices/:serialNumber/:deviceType": "estate",
  "POST /devices": "estate.devices",
  "PATCH /devices/:id": "estate.devices",
  "GET /deviceStates": "estate",
  "GET /deviceTypes": "estate",
  "GET /attestations": "estate",
  "GET /attestations/:id": "estate",
  "POST /attestations": "attestations",
  "GET /transactions": "estate.journal",
  "GET /transactions/:messageId": "estate.journal",
} as const satisfies Readonly<Record<string, EstatePermission>>;

export type CallMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** The paths that the table has for a method. */
export type CallPath<Method extends CallMethod> = {
  [Call in keyof typeof CALL_PERMISSIONS]: Call extends `${Method} ${infer Path}` ? Path : never;
}[keyof typeof CALL_PERMISSIONS];

/** The table without its exact keys, for a method and path that belong together. */
export function permissionOfCall(method: CallMethod, path: string): EstatePermission {
  const table: Readonly<Record<string, EstatePermission>> = CALL_PERMISSIONS;
  const permission = table[`${method} ${path}`];
  if (permission === undefined) throw new Error(`no permission is known for ${method} ${path}`);
  return permission;
}
