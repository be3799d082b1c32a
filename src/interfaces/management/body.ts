/**
 * The body of a management request. Its errors are reported later: the login and the permission
 * are checked first.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readJson } from "../../wire/body.ts";
import { decompressBodyOrEmpty } from "../../wire/content-encoding.ts";
import { RequestError } from "../../wire/request-error.ts";

interface SentBody {
  readonly sent: Uint8Array;
  /** Decompressed. */
  readonly bytes: Uint8Array;
  readonly isJson: boolean;
}

const NOTHING = new Uint8Array();

export function takeBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  for (const [type, isJson] of [
    ["application/json", true],
    ["*", false],
  ] as const) {
    scope.addContentTypeParser(
      type,
      { parseAs: "buffer" },
      (request: FastifyRequest, sent: Buffer, done) => {
        decompressBodyOrEmpty(request, sent, (error, bytes) => {
          const body: SentBody = { sent, bytes, isJson };
          done(error, body);
        });
      },
    );
  }
}

/** The body as it was sent, for signatures over it. */
export function sentBytes(request: FastifyRequest): Uint8Array {
  return sentWith(request)?.sent ?? NOTHING;
}

/** Returns the parsed JSON, or undefined without a body. Throws if it is not JSON. */
export function readContent(request: FastifyRequest): unknown {
  const sent = sentWith(request);
  if (sent === undefined) return undefined;
  if (!sent.isJson) throw new RequestError("unsupported_content_type", "body");
  return readJson(sent.bytes);
}

/** For calls that ignore the body: a file upload was sent to the wrong path. */
export function refuseFiles(request: FastifyRequest): void {
  const isFile = request.headers["content-type"]?.toLowerCase().startsWith("multipart/");
  const { length } = sentBytes(request);
  if (isFile && length > 0) throw new RequestError("unsupported_content_type", "body");
}

function sentWith(request: FastifyRequest): SentBody | undefined {
  return (request.body as SentBody | null | undefined) ?? undefined;
}
