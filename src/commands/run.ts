/** How a command is run: with the settings read, and a fault of use told in one sentence. */
import type { Config } from "../config.ts";

export type Run = (command: (config: Config) => Promise<void>) => Promise<void>;
