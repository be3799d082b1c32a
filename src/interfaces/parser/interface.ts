/** Area B: takes what a terminal encrypted and answers with the card that it read. */
import type { FastifyError, FastifyInstance } from "fastify";
import { clientOf, type ParsePayloadNeeds, parsePayload } from "../../core/parser/parse-payload.ts";
import { errorHeaders } from "../../wire/error-detail.ts";
import { BODY_BYTES_MAX, membersOf, takeBodies } from "./body.ts";
import { errorOf, NOT_FOUND, refusalError } from "./errors.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { notesOf } from "./notes.ts";
import { readMessage } from "./read.ts";
import { PARSE_PAYLOAD } from "./schema.ts";
import { type AnswerNeeds, sendError, sendReading } from "./write.ts";

export type ParserNeeds = LoginNeeds & ParsePayloadNeeds & AnswerNeeds;

export async function parserInterface(scope: FastifyInstance, needs: ParserNeeds): Promise<void> {
  takeBodies(scope);
  answerErrors(scope, needs);

  const options = { schema: PARSE_PAYLOAD, bodyLimit: BODY_BYTES_MAX };
  scope.post("/", options, async (request, reply) => {
    const entering = logIn(needs, request);
    const partnerId = typeof entering === "string" ? entering : await entering;
    const message = readMessage(membersOf(request));
    const outcome = await parsePayload(needs, partnerId, message);
    const notes = notesOf(request);
    notes.clientId = clientOf(outcome);
    notes.deviceId = outcome.device?.id;
    if (outcome.kind === "refused") {
      return sendError(needs, { request, reply, error: refusalError(outcome) });
    }
    const answer = { reading: outcome.reading, clientId: message.client };
    return sendReading(needs, { request, reply }, answer);
  });
}

function answerErrors(scope: FastifyInstance, needs: ParserNeeds): void {
  scope.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    reply.headers(errorHeaders(thrown));
    return sendError(needs, { request, reply, error: errorOf(request, thrown) });
  });
  scope.setNotFoundHandler(async (request, reply) =>
    sendError(needs, { request, reply, error: NOT_FOUND }),
  );
  // Before the body is read: what an unknown path was sent does not matter.
  scope.addHook("onRequest", (request, reply, done) => {
    if (request.is404) sendError(needs, { request, reply, error: NOT_FOUND }).catch(done);
    else done();
  });
}
