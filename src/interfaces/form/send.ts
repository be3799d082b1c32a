/** Sends a page: as HTML to a browser, or inside JSON to the page's own script. */
import type { FastifyReply } from "fastify";
import { pageHeaders } from "./page.ts";

export interface Sent {
  readonly status: number;
  readonly html: string;
  readonly frameAncestors: readonly string[];
}

/** The script asks for this type, so that a declined card is not a failed request. */
const JSON_TYPE = "application/json";

function isForScript({ request }: FastifyReply): boolean {
  return request.headers.accept === JSON_TYPE;
}

export function sendPage(reply: FastifyReply, { status, html, frameAncestors }: Sent) {
  reply.headers(pageHeaders(frameAncestors));
  if (isForScript(reply)) return reply.code(200).send({ page: html, status });
  return reply.code(status).type("text/html; charset=utf-8").send(html);
}

export function sendRedirect(reply: FastifyReply, url: string) {
  reply.headers(pageHeaders([]));
  if (isForScript(reply)) return reply.code(200).send({ to: url });
  return reply.redirect(url, 303);
}
