/** `keys list`, `import` and `retire`: device base keys, under dual control. */
import { explainHsmErrors } from "../../app/keys/root-of-trust.ts";
import type { Config } from "../../config.ts";
import {
  type BaseKeyNeeds,
  finishKeyImport,
  retireBaseKey,
  startKeyImport,
} from "../../core/parser/base-keys/import-base-key.ts";
import { IMPORT_REFUSAL_TEXTS } from "../../core/parser/base-keys/import-texts.ts";
import { BASE_KEY_KINDS, type BaseKeyKind, type ImportOutcome } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import { signInOperator } from "../operators/sign-in-operator.ts";
import { type OutputOptions, print } from "../output.ts";
import { openPrompt, type Prompt } from "../prompt.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

interface ImportOptions extends OutputOptions {
  readonly kind?: string;
  readonly ksi?: string;
}

export async function listKeysCommand(config: Config, options: OutputOptions): Promise<void> {
  await withKeys(config, async ({ baseKeys }) => {
    const list = await baseKeys.listBaseKeys();
    const entries = list.map((entry) => ({ ...entry, createdAt: entry.createdAt.toString() }));
    const lines = list.map(
      ({ name, kind, ksi, state, checkValue }) =>
        `${state.padEnd(9)} ${kind.padEnd(9)} ${checkValue.padEnd(10)} ${(ksi ?? "any").padEnd(20)} ${name}`,
    );
    print(options, { keys: entries }, lines.length === 0 ? ["There are no base keys."] : lines);
  });
}

/** The first operator gives the kind of the key. The second operator completes the import. */
export async function importKeyCommand(config: Config, name: string, options: ImportOptions) {
  const claim = options.kind === undefined ? undefined : readClaim(name, options);
  await withKeys(config, async (needs, installed) => {
    const questions = openPrompt();
    try {
      const by = await signInOperator(installed, questions);
      const component = await askComponent(questions);
      const outcome =
        claim === undefined
          ? await finishKeyImport(
              needs,
              { name, component },
              { actor: { kind: "operator", name: by } },
            )
          : await startKeyImport(
              needs,
              { claim, component },
              { actor: { kind: "operator", name: by } },
            );
      printImport(name, outcome, options);
    } finally {
      questions.close();
    }
  });
}

export async function retireKeyCommand(config: Config, name: string, options: OutputOptions) {
  await withKeys(config, async (needs) => {
    const isDone = await retireBaseKey(needs, name, { actor: commandLineActor() });
    if (!isDone) throw new StartError(`Key ${name} not found. List all keys with \`keys list\`.`);
    print(options, { retired: name }, [`Key ${name} is retired.`]);
  });
}

function readClaim(name: string, { kind, ksi }: ImportOptions) {
  if (!BASE_KEY_KINDS.some((known) => known === kind)) {
    throw new StartError(`--kind must be one of: ${BASE_KEY_KINDS.join(", ")}.`);
  }
  return { name, kind: kind as BaseKeyKind, ksi: ksi?.toUpperCase() ?? null };
}

async function askComponent(questions: Prompt) {
  const value = await questions.askSecret("Your component (hex):");
  const checkValue = await questions.askLine("Its check value (hex):");
  return { value, checkValue };
}

function printImport(name: string, outcome: ImportOutcome, options: ImportOptions): void {
  if (outcome.kind === "refused") throw new StartError(IMPORT_REFUSAL_TEXTS[outcome.why]);
  const { checkValue } = outcome;
  const state = options.kind === undefined ? "active" : "pending";
  print(options, { name, state, checkValue }, [
    state === "active"
      ? `Key ${name} is complete; its check value is ${checkValue}.`
      : `The first component of ${name} is saved. Another operator must now run: keys import ${name}`,
  ]);
}

async function withKeys(
  config: Config,
  work: (needs: BaseKeyNeeds, installed: OpenInstallation) => Promise<void>,
): Promise<void> {
  await withAuditedInstallation(config, (installed) => {
    const { owner: db, custody, clock } = installed;
    return explainHsmErrors(() => work({ db, clock, baseKeys: custody.baseKeys }, installed));
  });
}
