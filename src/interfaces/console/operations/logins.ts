/** Logins that are locked or slowed down, and unlocking them. */
import {
  listLockedLogins,
  loginFigures,
  unlockLogin,
} from "../../../core/operations/locked-logins.ts";
import { conflict } from "../errors.ts";
import type { Routes } from "../routes.ts";
import type { Logins } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

const DIGEST = /^[0-9a-f]{64}$/;

export function addLogins(routes: Routes, { app: db, failures, clock }: OperationsBaseNeeds): void {
  const needs = { db, failures, clock };
  routes.get("/operations/logins", "operations", async (): Promise<Logins> => {
    const [figures, locks] = await Promise.all([loginFigures(needs), listLockedLogins(needs)]);
    return {
      ...figures,
      locks: locks.map(({ id, kind, until, of }) => ({
        id,
        kind,
        until: until.toString(),
        interfaceName: of?.interfaceName ?? null,
        name: of?.name ?? null,
        address: of?.address ?? null,
      })),
    };
  });
  routes.post("/operations/logins/unlock", "operations", async ({ body, actor, from }) => {
    const id = body.text("id", { form: [DIGEST, "This lock ID is not valid."] });
    body.settle();
    const isDone = await unlockLogin(needs, id, { actor, from });
    if (!isDone) throw conflict("This login is no longer locked or slowed down.");
    return null;
  });
}
