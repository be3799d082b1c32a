/** Passkeys: signing in with one, and the list of one's own. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type BeginOutcome,
  beginPasskey,
  finishPasskey,
  listPasskeys,
  PASSKEYS_MAX,
  type PasskeyNeeds,
  removePasskey,
} from "../../../core/sessions/passkeys/manage-passkeys.ts";
import type { OwnPasskey } from "../../../core/sessions/passkeys/passkey-store.ts";
import {
  beginPasskeySignIn,
  signInWithPasskey,
} from "../../../core/sessions/passkeys/sign-in-with-passkey.ts";
import type { JsonBody } from "../../../wire/body.ts";
import type { PasskeyList, PasskeyRow } from "../contract.ts";
import { ConsoleRefusal, conflict, invalid } from "../errors.ts";
import { Body } from "../read.ts";
import { type Routes, requestOrigin } from "../routes.ts";
import { REFUSALS, signInRefusal, wrongCodeRefusal } from "./sign-in-refusal.ts";
import { type SessionWriteNeeds, setSessionCookie, writeSession } from "./write-session.ts";

/** The answers contain a challenge or the CSRF token. */
const TOKEN_ANSWER = { schema: { hide: true }, config: { isUncompressed: true } };
const NAME_MAX = 60;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function addPasskeySignIn(
  scope: FastifyInstance,
  needs: SessionWriteNeeds & PasskeyNeeds,
): void {
  scope.post("/session/passkey/options", TOKEN_ANSWER, () => beginPasskeySignIn(needs));
  scope.post("/session/passkey", TOKEN_ANSWER, async (request, reply) => {
    const signedIn = await signInWithPasskey(needs, readAnswer(request));
    if (signedIn === undefined) throw new ConsoleRefusal(REFUSED);
    setSessionCookie(reply, needs, signedIn.token);
    return writeSession(needs, signedIn.person, signedIn.token);
  });
}

const REFUSED = {
  status: 401,
  code: "refused",
  message: "This passkey was not accepted. It may have been removed. Sign in another way.",
} as const;

function readAnswer(request: FastifyRequest) {
  const body = new Body((request.body as JsonBody | undefined)?.value);
  const answer = body.object("answer");
  body.settle();
  const { id } = answer;
  const credentialId = typeof id === "string" ? id.slice(0, 2_000) : "";
  return { credentialId, answer, from: requestOrigin(request) };
}

export function addOwnPasskeys(routes: Routes, needs: PasskeyNeeds): void {
  const { sessions } = needs;
  routes.get("/passkeys", "signed_in", async ({ person }): Promise<PasskeyList> => {
    const passkeys = await listPasskeys(sessions, person);
    return { items: passkeys.map(writePasskey), max: PASSKEYS_MAX };
  });
  routes.post("/passkeys/options", "signed_in", async ({ body, person, from }) => {
    const password = body.secret("currentPassword");
    const code = body.optionalText("code", { form: [/^\d{6}$/, "Enter 6 digits."] });
    body.settle();
    const outcome = await beginPasskey(needs, person, { password, code, from });
    if (outcome.kind === "begun") return outcome.options;
    throw beginRefusal(outcome.kind);
  });
  routes.post("/passkeys", "signed_in", async ({ body, person, from }) => {
    const name = body.text("name", { max: NAME_MAX });
    const answer = body.object("answer");
    body.settle();
    if (await finishPasskey(needs, person, { answer, name, from })) return null;
    throw conflict("This passkey was not accepted. Start again.");
  });
  routes.delete("/passkeys/:id", "signed_in", async (call) => {
    const id = call.param("id");
    const { person, from } = call;
    if (!UUID.test(id)) return undefined;
    return (await removePasskey(sessions, person, { id, from })) ? null : undefined;
  });
}

function beginRefusal(kind: Exclude<BeginOutcome["kind"], "begun">): ConsoleRefusal {
  if (kind === "refused") return invalid({ currentPassword: "The password is incorrect." });
  if (kind === "code_needed") return invalid({ code: REFUSALS.code_needed.message });
  if (kind === "code_refused") return wrongCodeRefusal();
  if (kind !== "too_many") return signInRefusal({ kind });
  return conflict(`You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
}

function writePasskey({ id, name, isSynced, createdAt, usedAt }: OwnPasskey): PasskeyRow {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toString(),
    ...(usedAt && { usedAt: usedAt.toString() }),
  };
}
