/** The limit of passwords that are computed at once is one for all interfaces of a process. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TooManyWaiting } from "../../src/core/access/concurrency-limit.ts";
import { PasswordHashing } from "../../src/core/access/password.ts";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import type { Secret } from "../../src/values/secret.ts";
import { openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";

/** As after too many logins at once, until a test ends it. */
class FloodedPasswords extends PasswordHashing {
  isFlooded = true;

  override async hash(password: Secret): Promise<string> {
    this.#refuse();
    return super.hash(password);
  }

  override async matches(password: Secret, hash: string | undefined): Promise<boolean> {
    this.#refuse();
    return super.matches(password, hash);
  }

  #refuse(): void {
    if (this.isFlooded) throw new TooManyWaiting("too many logins at once");
  }
}

const signIn = (proof: SignIn) => async (app: TestApp) =>
  (await new ConsoleClient(app.server).signIn(proof)).status;

/** Each with its correct password. Returns the status. */
const LOGINS: Readonly<Record<string, (app: TestApp) => Promise<number>>> = {
  management: async ({ server }) => {
    const authorization = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;
    return (await server.inject({ url: "/api/v1/partners", headers: { authorization } }))
      .statusCode;
  },
  "point of sale": async ({ server }) => {
    const { accountId = "", name = "", password = "" } = OWNER;
    const form = { account_id: accountId, email: name, passsword: password };
    return (await post(server, "/api/json/account/login/", form)).statusCode;
  },
  "console, operator": signIn(OPERATOR),
  "console, partner": signIn(PARTNER),
  "console, merchant": signIn(OWNER),
  "console, email": signIn({ ...OWNER, as: "email" }),
};

test("a flood of logins at one interface is refused at all of them", async (t) => {
  const passwords = new FloodedPasswords();
  const app = await openTestApp(t, {}, { passwords });
  const logInEverywhere = async () => {
    const statuses: [string, number][] = [];
    for (const [name, logIn] of Object.entries(LOGINS)) statuses.push([name, await logIn(app)]);
    return Object.fromEntries(statuses);
  };
  const all = (status: number) => Object.fromEntries(Object.keys(LOGINS).map((n) => [n, status]));
  assert.deepEqual(await logInEverywhere(), all(429));
  passwords.isFlooded = false;
  assert.deepEqual(await logInEverywhere(), all(200));
});
