/**
 * Decompresses request bodies with a Content-Encoding. The body limit of the route applies to the
 * decompressed bytes, and decompression stops as soon as it is exceeded.
 */
import { type BrotliOptions, brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { RequestError } from "./request-error.ts";

/** A callback instead of a promise, because every payment and every payload comes through here. */
type Done = (requestError: RequestError | null, bytes: Buffer) => void;

type Decompress = (
  bytes: Buffer,
  options: ZlibOptions & BrotliOptions,
  done: (error: Error | null, bytes: Buffer) => void,
) => void;

const DECOMPRESS: ReadonlyMap<string, Decompress> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

export function decompressBody(request: FastifyRequest, sent: Buffer, done: Done): void {
  const { "content-encoding": encoding } = request.headers;
  if (encoding === undefined) done(null, sent);
  else decompressAs(encoding.trim().toLowerCase(), { request, sent }, done);
}

interface Sent {
  readonly request: FastifyRequest;
  readonly sent: Buffer;
}

function decompressAs(encoding: string, { request, sent }: Sent, done: Done): void {
  const decompress = DECOMPRESS.get(encoding);
  const isPlain = encoding === "identity" || encoding === "";
  if (decompress === undefined) {
    done(isPlain ? null : new RequestError("unsupported_encoding", "body"), sent);
  } else if (sent.length === 0) {
    done(null, sent);
  } else {
    const { bodyLimit } = request.routeOptions;
    decompress(sent, { maxOutputLength: bodyLimit }, (error, bytes) => {
      if (error === null) done(null, bytes);
      else done(decompressionError(error), sent);
    });
  }
}

function decompressionError(error: Error): RequestError {
  const { code } = error as NodeJS.ErrnoException;
  const kind = code === "ERR_BUFFER_TOO_LARGE" ? "body_too_large" : "unreadable_body";
  return new RequestError(kind, "body");
}

/** Returns a promise, for parsers that are not on a hot path. */
export function decompressBodyAsync(request: FastifyRequest, sent: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    decompressBody(request, sent, (requestError, bytes) => {
      if (requestError === null) resolve(bytes);
      else reject(requestError);
    });
  });
}

const NOTHING = Buffer.alloc(0);

/** For interfaces that check the login first: a body that cannot be decompressed is empty. */
export function decompressBodyOrEmpty(request: FastifyRequest, sent: Buffer, done: Done): void {
  if (request.headers["content-encoding"] === undefined) done(null, sent);
  else {
    decompressBody(request, sent, (requestError, bytes) => {
      if (requestError?.kind === "unreadable_body") done(null, NOTHING);
      else done(requestError, bytes);
    });
  }
}
