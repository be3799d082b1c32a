/** `keys`: terminal base keys under dual control, and the rotation of the keys that seal. */
import { rotateInstallationKeys } from "../app/key-rotation.ts";
import type { Config } from "../config.ts";
import { type Act, type Actor, recordAct } from "../core/audit/act.ts";
import type { Database } from "../db/database.ts";
import type {
  BaseKeyKind,
  BaseKeyRegister,
  ImportOutcome,
  ImportRefusal,
} from "../ports/key-custody.ts";
import { StartFault } from "../ports/start-fault.ts";
import { askAtTerminal, type Questions } from "./ask.ts";
import { commandLineActor, type Installed, withAudited } from "./installed.ts";
import { signIn } from "./operators.ts";
import { type OutputOptions, print } from "./output.ts";

export const KINDS = ["tdes-2key", "tdes-3key", "aes-128", "aes-192", "aes-256"] as const;

interface ImportOptions extends OutputOptions {
  readonly kind?: string;
  readonly ksi?: string;
}

export async function listKeys(config: Config, options: OutputOptions): Promise<void> {
  await withKeys(config, async (keys) => {
    const list = await keys.list();
    const entries = list.map((entry) => ({ ...entry, createdAt: entry.createdAt.toString() }));
    const lines = list.map(
      ({ name, kind, ksi, state, checkValue }) =>
        `${state.padEnd(9)} ${kind.padEnd(9)} ${checkValue.padEnd(10)} ${(ksi ?? "any").padEnd(20)} ${name}`,
    );
    print(options, { keys: entries }, lines.length === 0 ? ["There are no terminal keys."] : lines);
  });
}

/** The first of two people names the key's kind; the second, another operator, brings the rest. */
export async function importKey(config: Config, name: string, options: ImportOptions) {
  const claim = options.kind === undefined ? undefined : claimOf(name, options);
  await withKeys(config, async (keys, installed) => {
    const { owner } = installed;
    const questions = askAtTerminal();
    try {
      const by = await signIn(installed, questions);
      const component = await askComponent(questions);
      const outcome =
        claim === undefined
          ? await keys.finishImport(name, component, by)
          : await keys.startImport(claim, component, by);
      await recordKeyAct(
        owner,
        { kind: "operator", name: by },
        {
          action: options.kind === undefined ? "base_key.finish_import" : "base_key.start_import",
          id: name,
          isDone: outcome.kind === "kept",
        },
      );
      tell(name, outcome, options);
    } finally {
      questions.close();
    }
  });
}

export async function retireKey(config: Config, name: string, options: OutputOptions) {
  await withKeys(config, async (keys, { owner }) => {
    const isDone = await keys.retire(name);
    const act = { action: "base_key.retire", id: name, isDone } as const;
    await recordKeyAct(owner, commandLineActor(), act);
    if (!isDone) throw new StartFault(`There is no key ${name} to retire.`);
    print(options, { retired: name }, [`Key ${name} is retired.`]);
  });
}

export async function rotateKeys(config: Config, what: string, options: OutputOptions) {
  await withAudited(config, async (installation) => {
    const count = await rotateInstallationKeys(installation, what);
    const act = { action: "key.rotate", id: what, isDone: true } as const;
    await recordKeyAct(installation.owner, commandLineActor(), act);
    const words = what === "data" ? "data keys were retired" : "data keys were wrapped anew";
    print(options, { rotated: what, keys: count }, [`${count} ${words}.`]);
  });
}

/** Custody keeps keys with commits of its own, so the act is written right after. */
async function recordKeyAct(
  db: Database,
  actor: Actor,
  { action, id, isDone }: { action: Act["action"]; id: string; isDone: boolean },
): Promise<void> {
  const result = isDone ? "done" : "refused";
  await recordAct(db, { actor, action, subject: { kind: "key", id }, result });
}

function claimOf(name: string, { kind, ksi }: ImportOptions) {
  if (!KINDS.some((known) => known === kind)) {
    throw new StartFault(`A key's kind is one of ${KINDS.join(", ")}.`);
  }
  return { name, kind: kind as BaseKeyKind, ksi: ksi?.toUpperCase() ?? null };
}

async function askComponent(questions: Questions) {
  const value = await questions.secret("Your component (hex):");
  const checkValue = await questions.line("Its check value (hex):");
  return { value, checkValue };
}

const REFUSALS: Record<ImportRefusal, string> = {
  bad_name: "The name is not fit for a key.",
  bad_ksi: "The key set identifier is not hex of a fitting length.",
  bad_person: "The person is not named.",
  bad_length: "The component does not have the length of this kind of key.",
  wrong_check_value: "The component does not have this check value: one of them is mistyped.",
  weak_key: "The components make a weak key.",
  published_test_key: "This is a published test key: production refuses it.",
  name_taken: "There is a key of this name.",
  ksi_taken: "There is an active key for this key set identifier.",
  same_person: "The second component must come from another operator.",
  nothing_pending: "No import of this name has been started: the first person gives --kind.",
  not_in_production: "This is not possible in production.",
};

function tell(name: string, outcome: ImportOutcome, options: ImportOptions): void {
  if (outcome.kind === "refused") throw new StartFault(REFUSALS[outcome.why]);
  const { checkValue } = outcome;
  const state = options.kind === undefined ? "active" : "pending";
  print(options, { name, state, checkValue }, [
    state === "active"
      ? `Key ${name} is complete; its check value is ${checkValue}.`
      : `The first component of ${name} is kept; another operator runs: keys import ${name}`,
  ]);
}

async function withKeys(
  config: Config,
  work: (keys: BaseKeyRegister, installed: Installed) => Promise<void>,
): Promise<void> {
  await withAudited(config, (installed) => work(installed.custody.baseKeys, installed));
}
