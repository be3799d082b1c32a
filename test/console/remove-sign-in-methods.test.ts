/** Administrators of merchants and partners remove a lost authenticator and passkeys of their users. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MerchantUser } from "../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import { currentCode } from "../kit/authenticator.ts";
import { ConsoleClient, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { newBody } from "../kit/management.ts";
import { givePassword } from "../kit/management-users.ts";
import { CASHIER, CLINIC_OWNER } from "../kit/merchant.ts";
import { addPasskey, askToSignIn, openPasskeyApp, signInWith } from "../kit/passkey-people.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

/** A person with a passkey and an authenticator, who has lost the device. */
async function openLost(t: Lifetime, proof = CASHIER) {
  const app = await openShared(t, openPasskeyApp);
  const { client, passkey } = await addPasskey(app, proof);
  const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
  await client.post("/authenticator/confirm", { code: currentCode(secret, app) });
  const askCode = async () =>
    (await new ConsoleClient(app.server).signIn(proof)).body.error?.code === "code_needed";
  const usePasskey = async () =>
    (await signInWith(app, passkey.use(await askToSignIn(app)))).status;
  return { app, client, askCode, usePasskey };
}

async function findMerchantUser(client: ConsoleClient, email: string) {
  const { items } = (await client.get<NumberedPage<MerchantUser>>("/users")).body;
  return items.find((each) => each.email === email)?.id ?? assert.fail(email);
}

test("a merchant's admin removes the sign-in methods of a user of the account", async (t) => {
  const { app, client, askCode, usePasskey } = await openLost(t);
  assert.equal(await askCode(), true);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const id = await findMerchantUser(owner, CASHIER.name);
  const path = `/users/${id}/sign-in-methods/remove`;
  const stranger = await ConsoleClient.signedIn(app.server, CLINIC_OWNER);
  assert.equal((await stranger.post(path)).status, 404, "another account");
  assert.equal((await client.post(path)).status, 403, "not an admin");
  assert.equal(await usePasskey(), 200, "nothing was removed");
  const own = await findMerchantUser(owner, OWNER.name);
  assert.equal((await owner.post(`/users/${own}/sign-in-methods/remove`)).status, 409);
  assert.equal((await owner.post("/users/999999/sign-in-methods/remove")).status, 404);

  assert.equal((await owner.post(path)).status, 204);
  assert.equal(await usePasskey(), 401);
  assert.equal(await askCode(), false);
  assert.equal((await client.get("/users")).status, 401, "the sessions have ended");
  const subjects = (await emailsTo(app, CASHIER.name)).map(({ subject }) => subject);
  const removed = `The authenticator and the passkeys of the login ${CASHIER.name} were removed`;
  assert.equal(subjects.at(-1), removed);
  const [act] = await app.database.owner.rows`
    select actor_name as who, subject_id as whose, "after" from audit_entries
    where action = 'pos_user.remove_sign_in_methods'`;
  assert.deepEqual(act, {
    ...{ who: OWNER.name, whose: id },
    after: { authenticator: true, passkeys: 1 },
  });
});

test("a partner's System Admin removes the sign-in methods of a user of the partner", async (t) => {
  const app = await openShared(t, openPasskeyApp);
  const admin = await ConsoleClient.signedIn(app.server, PARTNER);
  const add = async (userRole: string) => {
    const wish = newBody.contact({ userRole });
    const { body } = await admin.post<{ id: string }>("/management/users", wish);
    await givePassword(app as never, wish.userName);
    return { id: body.id, proof: { ...PARTNER, name: wish.userName }, email: wish.email };
  };
  const [user, colleague] = [await add("Partner User"), await add("Partner User")];
  const { askCode, usePasskey } = await openLost(t, user.proof);
  const path = `/management/users/${user.id}/sign-in-methods/remove`;
  const other = await ConsoleClient.signedIn(app.server, colleague.proof);
  assert.equal((await other.post(path)).status, 403, "not a System Admin");
  assert.equal(await usePasskey(), 200);
  assert.equal((await admin.post(path)).status, 204);
  assert.equal(await usePasskey(), 401);
  assert.equal(await askCode(), false);
  const subjects = (await emailsTo(app, user.email)).map(({ subject }) => subject);
  const removed = `The authenticator and the passkeys of the login ${user.proof.name} were removed`;
  assert.ok(subjects.includes(removed), subjects.join());
  const [own] = await app.database.owner.rows<{ id: string }>`
    select contact_id as id from contact_credentials where user_name = ${PARTNER.name}`;
  const refused = await admin.post(`/management/users/${own?.id}/sign-in-methods/remove`);
  assert.equal(refused.status, 409);
});
