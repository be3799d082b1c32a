/** `ach view`: finds an ACH file, on disk or among the stored ones, and shows it as a table. */
import { readFile, stat } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { readStoredFile } from "../../core/ach/read-stored-file.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { withInstallation } from "../with-installation.ts";
import { viewAchFile, viewAchItems } from "./ach-view.ts";

const VIEW_BYTES_MAX = 64 * 1024 * 1024;

export async function achViewCommand(config: Config, file: string): Promise<void> {
  commandProcess().stdout.write(await achFileView(config, file));
}

/** A file at this path, ours or a bank's, or else one that `ach files` lists. */
export async function achFileView(config: Config, file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) return storedFileView(config, file);
  if (found.size > VIEW_BYTES_MAX)
    throw new StartError("The file is larger than 64 MB and cannot be shown.");
  return viewAchFile(await readFile(file, "latin1"));
}

async function storedFileView(config: Config, name: string): Promise<string> {
  let view = "";
  await withInstallation(config, async ({ owner, custody }) => {
    const outcome = await readStoredFile({ db: owner, custody }, name);
    if (outcome.kind === "not_found") {
      throw new StartError(
        `File ${name} not found. Use the path of a file, or a name that \`ach files\` lists.`,
      );
    }
    if (outcome.kind === "no_content") throw new StartError(noContentText(name, outcome.state));
    view = viewAchItems(outcome.items);
  });
  return view;
}

function noContentText(name: string, state: string): string {
  return state === "too_big"
    ? `The content of ${name} was not stored, because the file is too large. Look in the bank's folder.`
    : `File ${name} has no content yet. It is being built; try again in a moment.`;
}
