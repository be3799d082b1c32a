/** The parser's interface: receives a terminal's payload and returns the card. */
import type { FastifyError, FastifyInstance } from "fastify";
import {
  outcomeClientId,
  type ParsePayloadNeeds,
  parsePayload,
} from "../../core/parser/parse-payload.ts";
import { traceStep } from "../../values/telemetry/tracing.ts";
import { errorHeaders } from "../../wire/error-detail.ts";
import { acceptBodies, BODY_BYTES_MAX, requireMembers } from "./body.ts";
import { NOT_FOUND, refusalError, toParserError } from "./errors.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { callNotes } from "./notes.ts";
import { readMessage } from "./read.ts";
import { PARSE_PAYLOAD } from "./schema.ts";
import { type AnswerNeeds, sendError, sendReading } from "./write.ts";

export type ParserNeeds = LoginNeeds & ParsePayloadNeeds & AnswerNeeds;

const READ = { kind: "read" } as const;
const PARSE = { kind: "core", name: "parse payload" } as const;

export async function parserInterface(scope: FastifyInstance, needs: ParserNeeds): Promise<void> {
  acceptBodies(scope);
  answerErrors(scope, needs);

  const config = { operation: "Parse payload" };
  const options = { schema: PARSE_PAYLOAD, bodyLimit: BODY_BYTES_MAX, config };
  scope.post("/", options, async (request, reply) => {
    const login = logIn(needs, request);
    const partnerId = typeof login === "string" ? login : await login;
    const message = traceStep(READ, () => readMessage(requireMembers(request)));
    const outcome = await traceStep(PARSE, () => parsePayload(needs, partnerId, message));
    const notes = callNotes(request);
    notes.clientId = outcomeClientId(outcome);
    notes.deviceId = outcome.device?.id;
    if (outcome.kind === "refused") {
      return sendError(needs, { request, reply, error: refusalError(outcome.reason) });
    }
    const answer = { reading: outcome.reading, clientId: message.client };
    return sendReading(needs, { request, reply }, answer);
  });
}

function answerErrors(scope: FastifyInstance, needs: ParserNeeds): void {
  scope.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    reply.headers(errorHeaders(thrown));
    return sendError(needs, { request, reply, error: toParserError(request, thrown) });
  });
  scope.setNotFoundHandler(async (request, reply) =>
    sendError(needs, { request, reply, error: NOT_FOUND }),
  );
  // Before the body is read, because the body of an unknown path does not matter.
  scope.addHook("onRequest", (request, reply, done) => {
    if (request.is404) sendError(needs, { request, reply, error: NOT_FOUND }).catch(done);
    else done();
  });
}
