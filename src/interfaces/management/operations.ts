/** The name of each call of `/api/v1` in lists of requests. A call without a row does not compile. */
import type { CallMethod, PermittedCall } from "./permissions.ts";

const CALL_OPERATIONS: Readonly<Record<PermittedCall, string>> = {
  "GET /partners": "List partners",
  "GET /partners/:id": "Get partner",
  "POST /partners": "Create partner",
  "PATCH /partners/:id": "Update partner",
  "GET /clients": "List clients",
  "GET /clients/:id": "Get client",
  "POST /clients": "Create client",
  "PATCH /clients/:id": "Update client",
  "DELETE /clients/:id": "Delete client",
  "GET /locations": "List locations",
  "GET /locations/:id": "Get location",
  "POST /locations": "Create location",
  "PATCH /locations/:id": "Update location",
  "DELETE /locations/:id": "Delete location",
  "GET /users": "List users",
  "GET /users/:id": "Get user",
  "POST /users": "Create user",
  "PATCH /users/:id": "Update user",
  "DELETE /users/:id": "Delete user",
  "POST /users/:id/apiSecret": "Create API secret",
  "DELETE /users/:id/apiSecret": "End older API secrets",
  "GET /devices": "List devices",
  "GET /devices/:id": "Get device",
  "GET /devices/:serialNumber/:deviceType": "Get device by serial number",
  "POST /devices": "Register device",
  "PATCH /devices/:id": "Update device",
  "GET /deviceStates": "List device states",
  "GET /deviceTypes": "List device types",
  "GET /attestations": "List attestations",
  "GET /attestations/:id": "Get attestation",
  "POST /attestations": "Attest inspection",
  "GET /transactions": "List parser calls",
  "GET /transactions/:messageId": "Get parser call",
};

/** The types of Routes guarantee that the table has this method and path. */
export function callOperation(method: CallMethod, path: string): string {
  return CALL_OPERATIONS[`${method} ${path}` as PermittedCall];
}
