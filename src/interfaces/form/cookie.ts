/**
 * The cookie with the page's token, which the browser keeps until the customer has seen the result. A
 * page that is reloaded during its payment must not get another token. It says nothing about the
 * customer.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PaymentForm } from "../../core/forms/payment-form.ts";

/** The name of the first release. A new name would lose the tokens of open pages. */
const NAME = "ticket";
const VALUE = /^[\w.-]{1,100}$/;
const DAY_SECONDS = 24 * 60 * 60;

export function readTokenCookie({ headers }: FastifyRequest): string | undefined {
  for (const pair of (headers.cookie ?? "").split(/;\s*/)) {
    const [name, value = ""] = pair.split("=");
    if (name === NAME && VALUE.test(value)) return value;
  }
  return undefined;
}

export function setTokenCookie(reply: FastifyReply, form: PaymentForm, token: string): void {
  reply.header("set-cookie", cookie(reply.request, form, token, DAY_SECONDS));
}

export function clearTokenCookie(reply: FastifyReply, form: PaymentForm): void {
  reply.header("set-cookie", cookie(reply.request, form, "", 0));
}

function cookie(
  { protocol }: FastifyRequest,
  { name, frameAncestors }: PaymentForm,
  value: string,
  seconds: number,
): string {
  const isSafe = protocol === "https";
  // In a frame of another site, browsers return only this kind of cookie.
  const where = isSafe && frameAncestors.length > 0 ? "SameSite=None; Partitioned" : "SameSite=Lax";
  const parts = [`${NAME}=${value}`, `Path=/pay/${name}`, `Max-Age=${seconds}`, "HttpOnly", where];
  return [...parts, ...(isSafe ? ["Secure"] : [])].join("; ");
}
