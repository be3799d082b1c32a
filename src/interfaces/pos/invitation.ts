/** The web page of an invitation or reset link, where a user chooses a password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PosServices } from "../../core/pos/pos.ts";
import { answerInvitation, isInvitationOpen } from "../../core/pos/users/invitation.ts";
import { RequestError } from "../../wire/request-error.ts";
import { FormErrors, readPosForm, readPosQuery } from "./form.ts";
import { readInvitation } from "./read.ts";
import { INVITATION_SCHEMA } from "./schema.ts";
import { INVITATION_PATH, writeUser } from "./write.ts";

const TOKEN = /^[0-9a-f-]{36}$/;

export function serveInvitations(scope: FastifyInstance, pos: PosServices): void {
  scope.get(INVITATION_PATH, { schema: { hide: true } }, async (request, reply) => {
    const token = readPosQuery(request).get("reset_token")?.join() ?? "";
    const isValid = TOKEN.test(token) && (await isInvitationOpen(pos, token));
    return sendPage(reply.code(isValid ? 200 : 404), isValid ? FORM : EXPIRED);
  });

  // The page submits its form to its own address, which contains the token.
  const config = { addressFields: ["reset_token"] };
  scope.post(INVITATION_PATH, { schema: INVITATION_SCHEMA, config }, async (request, reply) => {
    const user = await answer(pos, request);
    if (user === "wrong_length") return sendPage(reply.code(400), WRONG_LENGTH);
    if (!isBrowser(request)) return writeUser(user);
    return sendPage(reply, DONE);
  });
}

async function answer(pos: PosServices, request: FastifyRequest) {
  try {
    const { token, password } = readInvitation(
      new Map([...readPosQuery(request), ...readPosForm(request)]),
    );
    const user = await answerInvitation(pos, token, password);
    if (user === undefined) throw new RequestError("not_found", "reset_token");
    return user;
  } catch (error) {
    if (error instanceof FormErrors && isBrowser(request)) return "wrong_length";
    throw error;
  }
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

/** Allows no scripts and nothing from other origins. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** The address contains the token, so it is not sent as referrer and the page is not cached. */
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
<title>Choose your point-of-sale password</title>
<style>body{font:16px sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}input,button{font:inherit;display:block;width:100%;box-sizing:border-box;margin:.5rem 0;padding:.5rem}</style></head>
<body><main><h1>Choose your point-of-sale password</h1>${content}</main></body>
</html>
`;
}

/** Submits to the page's own address, so the page does not contain the token. */
const FORM = `<form method="post">
<label>New password (at least 12 characters)
<input type="password" name="password" minlength="12" maxlength="256" autocomplete="new-password" required></label>
<button>Set password</button></form>`;
const EXPIRED =
  "<p>This link has expired or was already used. Ask an admin of your shop for a new one, or reset your password in the app.</p>";
const WRONG_LENGTH =
  "<p>The password must have 12 to 256 characters. Go back and choose another one.</p>";
const DONE = "<p>Your password is set. You can now log in at the point of sale.</p>";
