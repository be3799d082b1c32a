/** `accounts rotate-key` and `accounts webhook`: secrets, which are printed only once. */
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import { rotateAccessKey } from "../../core/accounts/rotate-access-key.ts";
import { rotateWebhookSecret, setWebhook } from "../../core/accounts/set-webhook.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { type OverlapOptions, readOverlap } from "../options.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import {
  commandLineParty,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";
import { accountCommandError } from "./account-texts.ts";
import { accountNeeds } from "./accounts.ts";

type RotateOptions = OutputOptions & OverlapOptions;

export async function rotateKeyCommand(config: Config, id: string, options: RotateOptions) {
  const overlap = readOverlap(options);
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await rotateAccessKey(accountNeeds(installed), id, {
      overlap,
      by: commandLineParty(),
    });
    if (outcome.kind !== "rotated") throw accountCommandError(outcome);
    const accessKey = showOnce(outcome.accessKey);
    const previousUntil = outcome.previousUntil && momentText(outcome.previousUntil);
    print(options, { account: id, accessKey, previousUntil: previousUntil ?? null }, [
      `New API key of account ${id} (shown only once): ${accessKey}`,
      previousUntil === undefined
        ? "The old key no longer works."
        : `The old key works until ${previousUntil}.`,
    ]);
  });
}

interface WebhookOptions extends OutputOptions {
  readonly url?: string;
  readonly on?: boolean;
  readonly off?: boolean;
  readonly rotateSecret?: boolean;
}

export async function webhookCommand(config: Config, id: string, options: WebhookOptions) {
  const { url, on = false, off = false, rotateSecret = false } = options;
  const isSetting = url !== undefined || on || off;
  if (isSetting === rotateSecret || (on && off)) {
    throw new StartError("Use --url, --on or --off, or --rotate-secret alone.");
  }
  await withAuditedInstallation(config, (installed) =>
    rotateSecret
      ? rotateAccountWebhookSecret(installed, id, options)
      : setAccountWebhook(installed, id, options),
  );
}

async function setAccountWebhook(installed: OpenInstallation, id: string, options: WebhookOptions) {
  const { url, on = false, off = false } = options;
  const wish = { url, isOn: on || off ? on : undefined };
  const outcome = await setWebhook(accountNeeds(installed), id, { wish, by: commandLineParty() });
  if (outcome.kind !== "saved") throw accountCommandError(outcome);
  const { isOn } = outcome;
  const line = `The webhook of account ${id} is ${isOn ? "enabled" : "disabled"}: ${outcome.url}`;
  printWebhook(options, { account: id, url: outcome.url, isOn }, { line, secret: outcome.secret });
}

async function rotateAccountWebhookSecret(
  installed: OpenInstallation,
  id: string,
  options: WebhookOptions,
) {
  const outcome = await rotateWebhookSecret(accountNeeds(installed), id, commandLineParty());
  if (outcome.kind !== "rotated") throw accountCommandError(outcome);
  const line = `For one more day, webhooks of account ${id} are signed with the old secret as well.`;
  printWebhook(options, { account: id }, { line, secret: outcome.secret });
}

function printWebhook(
  options: OutputOptions,
  document: object,
  { line, secret }: { readonly line: string; readonly secret: Secret | undefined },
): void {
  const shown = secret && showOnce(secret);
  const lines = shown === undefined ? [] : [`New secret (shown only once): ${shown}`];
  print(options, { ...document, secret: shown ?? null }, [line, ...lines]);
}
