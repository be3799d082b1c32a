/** Area B: takes what a terminal encrypted. Its checks of caller and form; it decrypts nothing yet. */
import type { FastifyError, FastifyInstance } from "fastify";
import type { MessageIds } from "../../core/estate/message-ids.ts";
import { BODY_BYTES_MAX, bodyOf, takeBodies } from "./body.ts";
import { errorOf, NOT_FOUND, NOT_IN_RELEASE } from "./errors.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { readPayloadRequest } from "./read.ts";
import { PARSE_PAYLOAD } from "./schema.ts";
import { sendError } from "./write.ts";

export interface ParserNeeds extends LoginNeeds {
  readonly messageIds: MessageIds;
}

export async function parserInterface(scope: FastifyInstance, needs: ParserNeeds): Promise<void> {
  takeBodies(scope);
  answerFaults(scope, needs);

  const options = { schema: PARSE_PAYLOAD, bodyLimit: BODY_BYTES_MAX };
  scope.post("/", options, async (request, reply) => {
    await logIn(needs, request);
    readPayloadRequest(bodyOf(request));
    return sendError(needs, { request, reply, error: NOT_IN_RELEASE });
  });
}

function answerFaults(scope: FastifyInstance, needs: ParserNeeds): void {
  scope.setErrorHandler(async (thrown: FastifyError, request, reply) =>
    sendError(needs, { request, reply, error: errorOf(request, thrown) }),
  );
  scope.setNotFoundHandler(async (request, reply) =>
    sendError(needs, { request, reply, error: NOT_FOUND }),
  );
  // Before the body is read: what an unknown path was sent does not matter.
  scope.addHook("onRequest", async (request, reply) => {
    if (request.is404) return sendError(needs, { request, reply, error: NOT_FOUND });
    return undefined;
  });
}
