/**
 * The page's ticket, kept with the browser until its result was seen: a page that is loaded again
 * while its payment runs must not get another id. It says nothing of the customer.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PaymentForm } from "../../core/forms/payment-form.ts";

const NAME = "ticket";
const VALUE = /^[\w.-]{1,100}$/;
const DAY_SECONDS = 24 * 60 * 60;

export function keptTicket({ headers }: FastifyRequest): string | undefined {
  for (const pair of (headers.cookie ?? "").split(/;\s*/)) {
    const [name, value = ""] = pair.split("=");
    if (name === NAME && VALUE.test(value)) return value;
  }
  return undefined;
}

export function keepTicket(reply: FastifyReply, form: PaymentForm, ticket: string): void {
  reply.header("set-cookie", cookie(reply.request, form, ticket, DAY_SECONDS));
}

export function forgetTicket(reply: FastifyReply, form: PaymentForm): void {
  reply.header("set-cookie", cookie(reply.request, form, "", 0));
}

function cookie(
  { protocol }: FastifyRequest,
  { name, frameAncestors }: PaymentForm,
  value: string,
  seconds: number,
): string {
  const isSafe = protocol === "https";
  // In another site's frame only such a cookie comes back, and only to that frame.
  const where = isSafe && frameAncestors.length > 0 ? "SameSite=None; Partitioned" : "SameSite=Lax";
  const parts = [`${NAME}=${value}`, `Path=/pay/${name}`, `Max-Age=${seconds}`, "HttpOnly", where];
  return [...parts, ...(isSafe ? ["Secure"] : [])].join("; ");
}
