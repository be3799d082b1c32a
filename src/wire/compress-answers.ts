/**
 * Compresses answers with gzip for callers that accept it: text of a kilobyte or more as a whole,
 * and streams piece by piece. Do not use it for answers that contain a secret beside text that a
 * caller chooses, because the compressed size could reveal the secret.
 */
import { pipeline, type Readable } from "node:stream";
import { constants, createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Never compress the answer, because it contains a secret. */
    isUncompressed?: boolean;
  }
}

/** Shorter answers gain nothing: the headers of a packet are larger than what is saved. */
export const COMPRESSED_FROM = 1_024;

const COMPRESSIBLE =
  /^(?:text\/(?!html)|application\/(?:json|xml|javascript|x-www-form)|image\/svg)/;
/** A fast level, because a few percent less would take twice the time for long reports. */
const OPTIONS = { level: 5, memLevel: constants.Z_DEFAULT_MEMLEVEL };
/** Statuses of partial content and of answers without a body. */
const AS_THEY_ARE: ReadonlySet<number> = new Set([204, 206, 304]);

export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook("onSend", (request, reply, payload, done) => {
    if (isSmall(payload) || request.routeOptions.config.isUncompressed) done(null, payload);
    else compress(reply, payload as Payload, (body) => done(null, body));
  });
}

/** For answers that are already text. It saves the hook. */
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

/** An error destroys both streams, so that no caller takes half of an answer for the whole. */
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

/** Removes headers that no longer fit the compressed bytes: length, ranges and a strong ETag. */
function describeCompressed(reply: FastifyReply): void {
  reply.header("content-encoding", "gzip");
  reply.removeHeader("content-length");
  reply.removeHeader("accept-ranges");
  const etag = String(reply.getHeader("etag") ?? "");
  if (etag.startsWith('"')) reply.header("etag", `W/${etag}`);
}

/** RFC 9110, 12.5.3: gzip by name, or otherwise by `*`. A weight of zero means no. */
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
