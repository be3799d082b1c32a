/** Refuses commands that belong to certification in production. */
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";

export function requireCertification({ environment }: Config, command: string): void {
  if (environment === "certification") return;
  throw new StartError(
    `\`${command}\` belongs to certification and does not run in production. Set ENVIRONMENT=certification to use it.`,
  );
}
