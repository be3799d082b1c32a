/** Area A: the management data of a partner, its sub-partners and their clients. */
import type { FastifyError, FastifyInstance } from "fastify";
import { RequestError } from "../../wire/request-error.ts";
import { takeBodies } from "./body.ts";
import { sendError, sendNotFound } from "./errors.ts";
import { isAnonymous, type LoginNeeds } from "./login.ts";
import { type AttestationNeeds, addAttestations } from "./resources/attestations.ts";
import { addClients, type ClientNeeds } from "./resources/clients.ts";
import { addDevices, type DeviceNeeds } from "./resources/devices.ts";
import { addLocations, type LocationNeeds } from "./resources/locations.ts";
import { addPartners, type PartnerNeeds } from "./resources/partners.ts";
import { addTransactions, type TransactionNeeds } from "./resources/transactions.ts";
import { addUsers, type UserNeeds } from "./resources/users.ts";
import { Routes } from "./routes.ts";

export type ManagementNeeds = LoginNeeds &
  PartnerNeeds &
  ClientNeeds &
  LocationNeeds &
  UserNeeds &
  DeviceNeeds &
  AttestationNeeds &
  TransactionNeeds;

export async function managementInterface(
  scope: FastifyInstance,
  needs: ManagementNeeds,
): Promise<void> {
  takeBodies(scope);
  answerErrors(scope);
  const routes = new Routes(scope, needs);
  addPartners(routes, needs);
  addClients(routes, needs);
  addLocations(routes, needs);
  addUsers(routes, needs);
  addDevices(routes, needs);
  addAttestations(routes, needs);
  addTransactions(routes, needs);
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error));
  scope.setNotFoundHandler(async (_request, reply) => sendNotFound(reply));
  // Before the body is read: the body of an unknown path does not matter.
  scope.addHook("onRequest", async (request, reply) => {
    if (request.is404) return sendNotFound(reply);
    if (isAnonymous(request)) throw new RequestError("unauthenticated", "authorization");
    return undefined;
  });
}
