/** What people change about themselves. Operators enter the email address of their login. */
import { changeOperatorEmail } from "../../../core/sessions/by-email/change-operator-email.ts";
import type { Sessions } from "../../../core/sessions/sessions.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { invalid } from "../errors.ts";
import type { Routes } from "../routes.ts";
import { EMAIL_RULE } from "./forgotten-password.ts";
import { signInRefusal } from "./sign-in-refusal.ts";

export function addProfile(routes: Routes, sessions: Sessions): void {
  routes.post("/profile/email", "signed_in", async ({ body, person, from }) => {
    if (person.kind !== "operator") throw new RequestError("forbidden", "kind");
    const email = body.optionalText("email", EMAIL_RULE);
    const password = body.secret("currentPassword");
    body.settle();
    const outcome = await changeOperatorEmail(sessions, person, { email, password, from });
    if (outcome === "changed") return null;
    if (outcome !== "refused") throw signInRefusal({ kind: outcome });
    throw invalid({ currentPassword: "The password is incorrect." });
  });
}
