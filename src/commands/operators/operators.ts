/** `operators`: adds, lists, disables and enables operators, and resets their logins. */
import type { Config } from "../../config.ts";
import {
  OPERATOR_ROLES,
  type OperatorRole,
  readOperatorRole,
} from "../../core/access/operator-role.ts";
import { showOnce } from "../../core/access/show-once.ts";
import {
  addOperator,
  changeOperatorRole,
  giveOneTimePassword,
  type ManageOutcome,
  type OperatorNeeds,
  resetAuthenticator,
  setOperatorActive,
} from "../../core/operators/manage-operators.ts";
import {
  type OperatorRecord,
  OperatorRecordStore,
} from "../../core/operators/operator-record-store.ts";
import { OPERATOR_TEXTS } from "../../core/operators/operator-texts.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, momentText, type OutputOptions, print } from "../output.ts";
import { openPrompt, type Prompt } from "../prompt.ts";
import {
  commandLineActor,
  commandLineParty,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

export async function addOperatorCommand(
  config: Config,
  name: string,
  options: OutputOptions & { readonly role: string },
) {
  const role = requireRole(options.role);
  const questions = openPrompt();
  try {
    await withAuditedInstallation(config, (installed) =>
      askAndAdd(installed, { userName: name, role }, questions),
    );
    print(options, { added: name, role }, [`Operator ${name} was added as ${role}.`]);
  } finally {
    questions.close();
  }
}

async function askAndAdd(
  { owner, clock, passwords }: OpenInstallation,
  wish: { readonly userName: string; readonly role: OperatorRole },
  questions: Prompt,
): Promise<void> {
  const password = await questions.askSecret("Password (at least 12 characters):");
  const by = { actor: commandLineActor() };
  const outcome = await addOperator({ db: owner, clock, passwords }, { ...wish, password }, by);
  if (outcome.kind !== "added") throw new StartError(OPERATOR_TEXTS[outcome.kind]);
}

export async function listOperatorsCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const operators = await new OperatorRecordStore(owner).listOperators();
    const lines = linesOrMessage(
      "There are no operators. Add one with `operators add`.",
      operators.map(operatorLine),
    );
    print(options, { operators: operators.map(operatorDocument) }, lines);
  });
}

export async function setOperatorActiveCommand(
  config: Config,
  name: string,
  { isActive, ...options }: OutputOptions & { readonly isActive: boolean },
): Promise<void> {
  await withOperator(config, name, async (needs, { id, userName }) => {
    const by = commandLineParty();
    requireDone(await setOperatorActive(needs, id, { isActive, by }), userName);
    const sentence = isActive
      ? `Operator ${userName} can sign in again.`
      : `Operator ${userName} is disabled and signed out everywhere.`;
    print(options, { operator: userName, isActive }, [sentence]);
  });
}

/** The roles and what they may do, for the command line. */
const ROLE_TEXTS: Readonly<Record<OperatorRole, string>> = {
  administrator: "everything",
  support: "reads everything, unlocks logins, sends webhooks again and runs checks; moves no money",
  auditor: "reads everything and changes nothing",
};

export async function listRolesCommand(options: OutputOptions): Promise<void> {
  const roles = OPERATOR_ROLES.map((role) => ({ role, may: ROLE_TEXTS[role] }));
  print(
    options,
    { roles },
    roles.map(({ role, may }) => `${role.padEnd(14)} ${may}`),
  );
}

export async function changeRoleCommand(
  config: Config,
  name: string,
  { role: wanted, ...options }: OutputOptions & { readonly role: string },
): Promise<void> {
  const role = requireRole(wanted);
  await withOperator(config, name, async (needs, { id, userName }) => {
    const by = commandLineParty();
    requireDone(await changeOperatorRole(needs, id, { role, by }), userName);
    print(options, { operator: userName, role }, [`Operator ${userName} is now ${role}.`]);
  });
}

function requireRole(text: string): OperatorRole {
  const role = readOperatorRole(text);
  if (role !== undefined) return role;
  throw new StartError(`There is no role ${text}. The roles are ${OPERATOR_ROLES.join(", ")}.`);
}

/** For an operator who forgot the password. */
export async function resetPasswordCommand(config: Config, name: string, options: OutputOptions) {
  await withOperator(config, name, async (needs, { id, userName }) => {
    const outcome = await giveOneTimePassword(needs, id, commandLineParty());
    if (outcome.kind !== "given") throw operatorError(outcome, userName);
    const password = showOnce(outcome.password);
    print(options, { operator: userName, password }, [
      `One-time password of ${userName} (shown only once): ${password}`,
      "At the next sign-in the console asks for a password of their own.",
    ]);
  });
}

/** For an operator who lost the device of the authenticator. */
export async function resetAuthenticatorCommand(
  config: Config,
  name: string,
  options: OutputOptions,
): Promise<void> {
  await withOperator(config, name, async (needs, { id, userName }) => {
    requireDone(await resetAuthenticator(needs, id, commandLineParty()), userName);
    print(options, { operator: userName, hasAuthenticator: false }, [
      `The authenticator and the passkeys of ${userName} were removed.`,
    ]);
  });
}

async function withOperator(
  config: Config,
  name: string,
  act: (needs: OperatorNeeds, operator: OperatorRecord) => Promise<void>,
): Promise<void> {
  await withAuditedInstallation(config, async ({ owner: db, clock, custody, passwords }) => {
    const operator = await new OperatorRecordStore(db).findOperatorByName(name);
    if (operator === undefined) throw operatorError({ kind: "not_found" }, name);
    await act({ db, clock, custody, passwords }, operator);
  });
}

function requireDone(outcome: ManageOutcome, name: string): void {
  if (outcome.kind !== "done") throw operatorError(outcome, name);
}

type Refusal = Exclude<ManageOutcome, { readonly kind: "done" }>;

function operatorError({ kind }: Refusal, name: string): StartError {
  const sentences: Readonly<Record<Refusal["kind"], string>> = {
    not_found: `There is no operator ${name}. List them with \`operators list\`.`,
    own: "Operators cannot do this to themselves.",
    last_active: `${name} is the last active administrator. Add or enable another one first.`,
  };
  return new StartError(sentences[kind]);
}

function operatorDocument({ userName, createdAt, ...operator }: OperatorRecord) {
  const { role, isActive, mustChangePassword, hasAuthenticator, hasPasskeys } = operator;
  const login = { name: userName, role, isActive, mustChangePassword };
  return { ...login, hasAuthenticator, hasPasskeys, created: momentText(createdAt) };
}

function operatorLine(operator: OperatorRecord): string {
  const { userName, role, isActive, mustChangePassword, createdAt } = operator;
  const { hasAuthenticator, hasPasskeys } = operator;
  const remarks = [
    role,
    isActive ? "active" : "disabled",
    hasAuthenticator ? "with authenticator" : "no authenticator",
    ...(hasPasskeys ? ["with passkeys"] : []),
    ...(mustChangePassword ? ["must choose a password"] : []),
  ];
  return `${userName.padEnd(20)}  ${remarks.join(", ")}; added ${momentText(createdAt)}`;
}
