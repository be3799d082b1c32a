/** `trigger`: makes a webhook event really happen, or lists the events that it can cause. */
import { openAch } from "../../app/areas/ach.ts";
import { openHosts } from "../../app/areas/hosts.ts";
import { openPayments } from "../../app/areas/payments.ts";
import { openPaymentsPool } from "../../app/database/pools.ts";
import type { Config } from "../../config.ts";
import { readAccountId } from "../../core/accounts/account-record.ts";
import { AccountStore } from "../../core/accounts/account-store.ts";
import { firstSeededAccount } from "../../core/certification/certification-seed.ts";
import { StatusStore } from "../../core/payments/status-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { type Cents, parseCents } from "../../values/money.ts";
import { type OutputOptions, print } from "../output.ts";
import { type OpenInstallation, withAuditedInstallation } from "../with-installation.ts";
import { requireCertification } from "./require-certification.ts";
import { SCENE_NAMES, type SceneName } from "./scene-names.ts";
import { SCENES, type Scene } from "./scenes.ts";
import { Stage, type StageNeeds } from "./stage.ts";

export interface TriggerOptions extends OutputOptions {
  readonly account?: string;
  readonly amount?: string;
}

export interface Played {
  readonly event: string;
  readonly account: string;
  readonly transaction: string;
  readonly steps: readonly string[];
  /** False: the account has no webhook, so nobody is told. */
  readonly isReported: boolean;
}

const DEFAULT_AMOUNT = 1_234 as Cents;
const HASTY_LIMIT_MS = 500;

export async function triggerCommand(
  config: Config,
  name: string | undefined,
  options: TriggerOptions,
): Promise<void> {
  requireCertification(config, "trigger");
  if (name === undefined) return listScenes(options);
  const onStep = (step: string) => {
    if (!options.json) commandProcess().stdout.write(`${step}\n`);
  };
  const played = await playScene(config, { ...options, name, onStep });
  print(options, played, [reportText(played)]);
}

function listScenes(options: OutputOptions): void {
  const scenes = SCENE_NAMES.map((name) => ({ name, about: SCENES[name].about }));
  const lines = scenes.map(({ name, about }) => `${name.padEnd(24)}${about}`);
  print(options, { scenes }, lines);
}

function reportText({ event, account, isReported }: Played): string {
  return isReported
    ? `The event ${event} of account ${account} was recorded. A running gateway delivers it at once.`
    : `Account ${account} has no webhook, so no event was recorded. Start \`sixdoors listen\` first.`;
}

export interface SceneWish extends Omit<TriggerOptions, "json"> {
  readonly name: string;
  readonly onStep: (step: string) => void;
}

export async function playScene(config: Config, wish: SceneWish): Promise<Played> {
  const scene = findScene(wish.name);
  const amount = readAmount(scene, wish.amount);
  const accountId = readAccountId(wish.account ?? (await firstSeededAccount()));
  const steps: string[] = [];
  const onStep = (step: string) => {
    steps.push(step);
    wish.onStep(step);
  };
  let played: Omit<Played, "steps"> | undefined;
  await withAuditedInstallation(config, (installed) =>
    withStage(installed, { accountId: accountId ?? "0", onStep }, async (stage, account) => {
      const transaction = await scene.play(stage, amount);
      const { event } = scene;
      played = { event, account: account.id, transaction, isReported: account.hasWebhook };
    }),
  );
  if (played === undefined) throw new Error("The scene was not played.");
  return { ...played, steps };
}

function findScene(name: string): Scene {
  const known = SCENE_NAMES.find((each) => each === name);
  if (known !== undefined) return SCENES[known satisfies SceneName];
  throw new StartError(`Unknown event "${name}". List all with \`sixdoors trigger\`.`);
}

function readAmount({ fixedAmount }: Scene, text: string | undefined): Cents {
  if (text === undefined) return fixedAmount ?? DEFAULT_AMOUNT;
  if (fixedAmount !== undefined) {
    throw new StartError("The amount decides the outcome of this event. Leave out --amount.");
  }
  const amount = parseCents(text);
  if (amount !== undefined && amount > 0) return amount;
  throw new StartError("--amount must be an amount of money, such as 12.34.");
}

interface Actor {
  readonly accountId: string;
  readonly onStep: StageNeeds["onStep"];
}

async function withStage(
  installed: OpenInstallation,
  { accountId, onStep }: Actor,
  work: (stage: Stage, account: StageNeeds["account"]) => Promise<void>,
): Promise<void> {
  const { config, place, log } = installed;
  const db = openPaymentsPool(config, place.url);
  const hosts = openHosts(config, log);
  try {
    const accounts = new AccountStore(installed.owner);
    const account = await accounts.findAccount(accountId);
    if (account === undefined) {
      throw new StartError("Account not found. List all accounts with `accounts list`.");
    }
    const needs = { ...openStageNeeds(installed, db, hosts), account, onStep };
    const testSale = { payments: needs.payments, accounts, db };
    await work(new Stage({ ...needs, testSale }), account);
  } finally {
    await hosts.close();
    await db.close();
  }
}

function openStageNeeds(
  { custody, clock, config, place }: OpenInstallation,
  db: DatabasePool,
  hosts: ReturnType<typeof openHosts>,
) {
  const hasty = { ...config, processorTimeoutMs: HASTY_LIMIT_MS };
  return {
    payments: openPayments({ db, custody, clock, config, hosts }),
    hastyPayments: openPayments({ db, custody, clock, config: hasty, hosts }),
    statuses: new StatusStore({ db, queueMax: config.databaseQueue }),
    ach: openAch({ db, custody, clock, config, dataDir: place.dataDir }),
  };
}
