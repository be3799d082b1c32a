/** `operators`: who may run the house. Two of them are needed to bring in a terminal key. */
import { joinInstallation } from "../app/installation.ts";
import { migrateInstallation } from "../app/prepare.ts";
import type { Config } from "../config.ts";
import { OperatorStore } from "../core/access/operator-store.ts";
import { hashPassword, passwordMatches } from "../core/access/password.ts";
import { recordAct } from "../core/audit/act.ts";
import type { Database } from "../db/database.ts";
import { StartFault } from "../ports/start-fault.ts";
import { askAtTerminal, type Questions } from "./ask.ts";
import { commandLineActor } from "./audit.ts";
import { type OutputOptions, print } from "./output.ts";

const NAME = /^[A-Za-z0-9._-]{1,50}$/;
const PASSWORD_MIN = 12;

export async function addOperator(config: Config, name: string, options: OutputOptions) {
  if (!NAME.test(name))
    throw new StartFault("A name has letters, digits, dots and dashes, 50 at most.");
  const questions = askAtTerminal();
  const installation = await joinInstallation(config);
  try {
    await migrateInstallation(installation);
    const password = await questions.secret("Password (at least 12 characters):");
    if (password.length < PASSWORD_MIN) {
      throw new StartFault("A password has at least 12 characters.");
    }
    const added = await new OperatorStore(installation.owner).add(
      name,
      await hashPassword(password),
    );
    if (!added) throw new StartFault(`There is an operator ${name} already.`);
    await recordAct(installation.owner, {
      actor: commandLineActor(),
      action: "operator.create",
      subject: { kind: "operator", id: name },
      result: "done",
    });
    print(options, { added: name }, [`Operator ${name} was added.`]);
  } finally {
    questions.close();
    await installation.close();
  }
}

/** The name of the operator who proves to be one. */
export async function signIn(db: Database, questions: Questions): Promise<string> {
  const name = await questions.line("Operator:");
  const password = await questions.secret("Password:");
  const hash = await new OperatorStore(db).passwordHash(name);
  if (await passwordMatches(password, hash)) return name;
  throw new StartFault("There is no such operator with this password.");
}
