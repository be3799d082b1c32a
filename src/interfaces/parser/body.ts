/**
 * Reads the parser's bodies. An error in the body is reported after the login, because the caller
 * may be identified by a header alone.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type JsonBody, readJson } from "../../wire/body.ts";
import { decompressBodyOrEmpty } from "../../wire/content-encoding.ts";
import { type JsonMembers, objectMembers } from "../../wire/reader/json-rules.ts";
import { RequestError } from "../../wire/request-error.ts";

/** JSON may need six characters for each character of a 64 KiB payload. */
export const BODY_BYTES_MAX = 512 * 1_024;

export function acceptBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: "buffer" } as const;
  scope.addContentTypeParser(
    "application/json",
    options,
    // Uses a callback instead of a promise, because every payload comes through here.
    (request: FastifyRequest, sent: Buffer, done) => {
      decompressBodyOrEmpty(request, sent, (error, bytes) => {
        const body: JsonBody = { sent, bytes, value: error === null ? parse(bytes) : undefined };
        done(error, body);
      });
    },
  );
  scope.addContentTypeParser(
    "*",
    options,
    async (_request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
      return { sent: bytes, bytes, value: bytes.length === 0 ? undefined : OTHER_TYPE };
    },
  );
}

/** The value of a body that was not read, because its content type is not JSON. */
const OTHER_TYPE = Symbol("other type");

/** Whether the request has a body with a content type other than JSON. */
export function hasOtherContentType(request: FastifyRequest): boolean {
  return (request.body as JsonBody | undefined | null)?.value === OTHER_TYPE;
}

/** Like findMembers, but throws if the body has another content type. */
export function requireMembers(request: FastifyRequest): JsonMembers | undefined {
  const members = findMembers(request);
  if (members !== undefined || !hasOtherContentType(request)) return members;
  throw new RequestError("unsupported_content_type", "body");
}

/** The members of the body, or undefined if it is not a JSON object. */
export function findMembers(request: FastifyRequest): JsonMembers | undefined {
  const value = (request.body as JsonBody | undefined | null)?.value;
  return objectMembers(value);
}

const NOTHING = new Uint8Array();

/** The body as it was sent, for signatures over it. */
export function sentBytes(request: FastifyRequest): Uint8Array {
  return (request.body as JsonBody | undefined | null)?.sent ?? NOTHING;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return readJson(bytes);
  } catch {
    return undefined;
  }
}
