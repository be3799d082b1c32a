/** `restore show`, `restore hold` and `restore release`: safe mode of a restored copy. */
import type { Config } from "../../config.ts";
import { releaseSafeMode, turnSafeModeOn } from "../../core/safe-mode/change-safe-mode.ts";
import { SafeModeStore } from "../../core/safe-mode/safe-mode-store.ts";
import { RELEASE_COMMAND, safeModeText } from "../../core/safe-mode/safe-mode-text.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

export interface HoldOptions extends OutputOptions {
  readonly reason?: string;
}

const OFF = "Safe mode is off.";
const REASON_MAX = 200;

export async function showSafeModeCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const state = await new SafeModeStore(owner).readSafeMode();
    const document =
      state === undefined
        ? { isOn: false }
        : { isOn: true, ...state, since: momentText(state.since) };
    const line =
      state === undefined ? OFF : `${safeModeText(state)} Started by ${state.startedBy}.`;
    print(options, document, [line]);
  });
}

export async function holdCommand(config: Config, options: HoldOptions): Promise<void> {
  const { reason = "restored by other tools" } = options;
  await withAuditedInstallation(config, async ({ owner }) => {
    const isNew = await turnSafeModeOn(owner, commandLineActor(), reason.slice(0, REASON_MAX));
    const text = isNew ? "Safe mode is on." : "Safe mode was on already.";
    print(options, { isOn: true, isNew }, [`${text} End it with \`${RELEASE_COMMAND}\`.`]);
  });
}

export async function releaseCommand(config: Config, options: OutputOptions): Promise<void> {
  await withAuditedInstallation(config, async ({ owner }) => {
    const was = await releaseSafeMode(owner, commandLineActor());
    const line =
      was === undefined
        ? "Safe mode was off already."
        : "Safe mode was released. Payments are taken, and jobs begin within a second.";
    print(options, { isOn: false, wasOn: was !== undefined }, [line]);
  });
}
