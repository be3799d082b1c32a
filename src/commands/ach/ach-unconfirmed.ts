/** `ach confirm` and `ach resend`: record what the bank said about a file that is not confirmed. */
import type { Config } from "../../config.ts";
import { type BankAnswer, recordBankAnswer } from "../../core/ach/confirm-file.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineParty, withAuditedInstallation } from "../with-installation.ts";

export async function achConfirmCommand(
  config: Config,
  file: string,
  options: OutputOptions,
): Promise<void> {
  await recordAnswer(config, file, "bank_has_file");
  print(options, { confirmed: file }, [`${file} is confirmed: the bank has it.`]);
}

export async function achResendCommand(
  config: Config,
  file: string,
  options: OutputOptions,
): Promise<void> {
  await recordAnswer(config, file, "bank_lacks_file");
  print(options, { resent: file }, [`${file} is sent again at the next exchange with its bank.`]);
}

async function recordAnswer(config: Config, name: string, answer: BankAnswer): Promise<void> {
  await withAuditedInstallation(config, async ({ owner: db }) => {
    const done = await recordBankAnswer({ db }, { name }, { answer, by: commandLineParty() });
    if (done !== undefined) return;
    throw new StartError(
      `There is no unconfirmed file ${name}. \`ach files\` lists the files and marks those that are not confirmed.`,
    );
  });
}
