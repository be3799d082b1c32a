/**
 * Compresses answers with gzip for callers that accept it. Text of a kilobyte and more is compressed
 * whole, a stream as it flows. What mixes secrets with text of others' choice must not come here.
 */
import { pipeline, type Readable } from "node:stream";
import { constants, createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answer holds a secret, whose length must not be told by how well it compresses. */
    isUncompressed?: boolean;
  }
}

/** Below this, the headers of a packet weigh more than what is saved. */
export const COMPRESSED_FROM = 1_024;

const COMPRESSIBLE =
  /^(?:text\/(?!html)|application\/(?:json|xml|javascript|x-www-form)|image\/svg)/;
/** Reports are long: the last few percent are not worth twice the time. */
const OPTIONS = { level: 5, memLevel: constants.Z_DEFAULT_MEMLEVEL };
/** Parts of a file and answers without a body. */
const AS_THEY_ARE: ReadonlySet<number> = new Set([204, 206, 304]);

export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook("onSend", (request, reply, payload, done) => {
    if (isSmall(payload) || request.routeOptions.config.isUncompressed) done(null, payload);
    else compress(reply, payload as Payload, (body) => done(null, body));
  });
}

/** For answers that are text already, without a hook. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (text.length < COMPRESSED_FROM) return reply.send(text);
  compress(reply, text, (body) => reply.send(body));
  return reply;
}

type Payload = string | Buffer | Readable;

function isSmall(payload: unknown): boolean {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) {
    return payload.length < COMPRESSED_FROM;
  }
  return !isStream(payload);
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === "function";
}

type Done = (body: Payload) => void;

function compress(reply: FastifyReply, payload: Payload, done: Done): void {
  if (!isWanted(reply)) done(payload);
  else if (isStream(payload)) done(compressStream(reply, payload));
  else compressText(reply, payload, done);
}

function isWanted(reply: FastifyReply): boolean {
  if (!isCompressible(reply)) return false;
  addVary(reply);
  return acceptsGzip(reply.request.headers["accept-encoding"]);
}

/** A failure ends both streams: nobody may take half of an answer for all of it. */
function compressStream(reply: FastifyReply, payload: Readable): Readable {
  describeCompressed(reply);
  return pipeline(payload, createGzip(OPTIONS), () => {});
}

function compressText(reply: FastifyReply, text: string | Buffer, done: Done): void {
  gzip(text, OPTIONS, (error, bytes) => {
    if (error === null) describeCompressed(reply);
    done(error === null ? bytes : text);
  });
}

function isCompressible(reply: FastifyReply): boolean {
  if (AS_THEY_ARE.has(reply.statusCode) || reply.hasHeader("content-encoding")) return false;
  if (!COMPRESSIBLE.test(String(reply.getHeader("content-type") ?? ""))) return false;
  return !/no-transform/i.test(String(reply.getHeader("cache-control") ?? ""));
}

function addVary(reply: FastifyReply): void {
  const vary = [reply.getHeader("vary") ?? []].flat().join(", ");
  if (/(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(vary)) return;
  reply.header("vary", vary === "" ? "accept-encoding" : `${vary}, accept-encoding`);
}

/** Its bytes are others now: their number, their ranges and a strong validator are void. */
function describeCompressed(reply: FastifyReply): void {
  reply.header("content-encoding", "gzip");
  reply.removeHeader("content-length");
  reply.removeHeader("accept-ranges");
  const etag = String(reply.getHeader("etag") ?? "");
  if (etag.startsWith('"')) reply.header("etag", `W/${etag}`);
}

/** RFC 9110, 12.5.3: gzip by name, or else by the star; a weight of zero is a no. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = [header ?? []].flat().join(",").toLowerCase().split(",").map(readOffer);
  const named = offers.find(({ coding }) => coding === "gzip" || coding === "x-gzip");
  return (named ?? offers.find(({ coding }) => coding === "*"))?.isWanted ?? false;
}

function readOffer(offer: string): { readonly coding: string; readonly isWanted: boolean } {
  const [coding = "", ...parameters] = offer.split(";").map((part) => part.trim());
  const isRefused = parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
  return { coding, isWanted: !isRefused };
}
