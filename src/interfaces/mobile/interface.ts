/** Area C: the till's JSON interface, and what all of its addresses share. */
import type { FastifyInstance } from "fastify";
import type { Till } from "../../core/till/till.ts";
import { takeForms } from "../../wire/body.ts";
import { takeMultipart } from "../../wire/multipart.ts";
import { serveAccount } from "./account.ts";
import { answerFaults } from "./errors.ts";
import { refuseOtherMethods } from "./methods.ts";

export type MobileNeeds = Till;

const JSON_TYPE = "application/json; charset=UTF-8";

export async function mobileInterface(scope: FastifyInstance, needs: MobileNeeds): Promise<void> {
  takeForms(scope);
  takeMultipart(scope);
  speakJson(scope);
  answerFaults(scope);
  refuseOtherMethods(scope, () => {
    serveAccount(scope, needs);
  });
}

/** The token travels in the address, so no answer may be kept or tell where it was asked for. */
function speakJson(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
    if (reply.statusCode !== 204) reply.header("content-type", JSON_TYPE);
    return payload;
  });
}
