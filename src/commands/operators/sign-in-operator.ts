/** Signs an operator in at the command line, for acts that need a named person or two of them. */
import { Access } from "../../core/access/access.ts";
import { type CredentialVerdict, WRONG } from "../../core/access/credential-checker.ts";
import { OPERATOR_POLICY } from "../../core/access/failures/login-policy.ts";
import { OperatorStore } from "../../core/access/operator-store.ts";
import { recordAct } from "../../core/audit/act.ts";
import { OperatorRecordStore } from "../../core/operators/operator-record-store.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Prompt } from "../prompt.ts";
import { commandLineActor, type OpenInstallation } from "../with-installation.ts";

/** The address under which failed logins of the command line are counted. */
const HERE = "127.0.0.1";

/** Returns the operator's name after a correct password. Failures are counted and audited. */
export async function signInOperator(
  installed: OpenInstallation,
  questions: Prompt,
): Promise<string> {
  const name = await questions.askLine("Operator:");
  const secret = await questions.askSecret("Password:");
  const { owner, custody, clock, passwords } = installed;
  const checker = new Access({ database: owner, custody, clock }).createChecker<string>(
    OPERATOR_POLICY,
  );
  const judge = async (): Promise<CredentialVerdict<string>> => {
    const hash = await new OperatorStore(owner).findPasswordHash(name);
    return (await passwords.matches(secret, hash)) ? { kind: "right", caller: name } : WRONG;
  };
  const admission = await checker.admit({ name, secret, address: HERE }, judge);
  if (admission.kind === "admitted") {
    await requireAdministrator(owner, admission.caller);
    return requireOwnPassword(owner, admission.caller);
  }
  await recordAct(owner, {
    actor: commandLineActor(),
    action: "operator.sign_in",
    subject: { kind: "operator", id: name },
    result: "refused",
  });
  throw new StartError(
    admission.kind === "locked"
      ? "Too many failed logins. Try again in 30 minutes."
      : "Incorrect operator name or password.",
  );
}

/** Acts that need a named person are an administrator's, as in the console. */
async function requireAdministrator(owner: OpenInstallation["owner"], name: string): Promise<void> {
  const operator = await new OperatorRecordStore(owner).findOperatorByName(name);
  if (operator?.role === "administrator") return;
  throw new StartError(
    `The role of ${name} does not allow this. Only an administrator can do it; see \`operators roles\`.`,
  );
}

/** Refuses a temporary password, because the operator who set it also knows it. */
async function requireOwnPassword(owner: OpenInstallation["owner"], name: string): Promise<string> {
  if (!(await new OperatorStore(owner).mustChangePassword(name))) return name;
  throw new StartError(
    "This operator still has a temporary password. Sign in to the console and choose your own password first.",
  );
}
