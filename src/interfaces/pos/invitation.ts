/** The page behind the link of an invitation or a reset email: it asks for a password and sets it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import { answerInvitation, isOpen } from "../../core/pos/users/invitation.ts";
import { RequestError } from "../../wire/request-error.ts";
import { FormErrors, formOf, queryOf } from "./form.ts";
import { readInvitation } from "./read.ts";
import { INVITATION_SCHEMA } from "./schema.ts";
import { writeUser } from "./write.ts";

const PATH = "/account/invitation/";
const TOKEN = /^[0-9a-f-]{36}$/;

export function serveInvitations(scope: FastifyInstance, pos: PosServices): void {
  scope.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    const token = queryOf(request).get("reset_token")?.join() ?? "";
    const isGood = TOKEN.test(token) && (await isOpen(pos, token));
    return sendPage(reply.code(isGood ? 200 : 404), isGood ? ASKING : OVER);
  });

  // The page's form goes to the page's own address, which has the token.
  const config = { addressFields: ["reset_token"] };
  scope.post(PATH, { schema: INVITATION_SCHEMA, config }, async (request, reply) => {
    const user = await answer(pos, request);
    if (user === "too_short") return sendPage(reply.code(400), TOO_SHORT);
    if (!isBrowser(request)) return writeUser(user);
    return sendPage(reply, DONE);
  });
}

async function answer(pos: PosServices, request: FastifyRequest) {
  try {
    const { token, password } = readInvitation(new Map([...queryOf(request), ...formOf(request)]));
    const user = await answerInvitation(pos, token, password);
    if (user === undefined) throw new RequestError("not_found", "reset_token");
    return user;
  } catch (error) {
    if (error instanceof FormErrors && isBrowser(request)) return "too_short";
    throw error;
  }
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

/** No script, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** The address has the token in it: it goes nowhere, and nobody keeps the page. */
const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").headers(HEADERS).send(page(content));
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your password at the point of sale</title>
<style>body{font:16px sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}input,button{font:inherit;display:block;width:100%;box-sizing:border-box;margin:.5rem 0;padding:.5rem}</style></head>
<body><main><h1>Your password at the point of sale</h1>${content}</main></body>
</html>
`;
}

/** It is sent to the page's own address, which has the token: no page repeats that. */
const ASKING = `<form method="post">
<label>A password of at least 12 characters
<input type="password" name="password" minlength="12" maxlength="256" autocomplete="new-password" required></label>
<button>Set password</button></form>`;
const OVER = "<p>This link has expired or was already used. Ask for a new one.</p>";
const TOO_SHORT = "<p>The password needs at least 12 characters. Go back and try again.</p>";
const DONE = "<p>Your password is set. You can log in at the point of sale.</p>";
