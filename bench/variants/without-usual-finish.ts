/**
 * The program without the short form of the statement that ends payments, for the row "usual-finish":
 * every column is written, also those that no row fills. Node loads this file before the program
 * (`--import`).
 */
import { replaceModule } from "./replace-module.ts";

export * from "../../src/core/payments/attempts/attempt-statements.ts";

/** All columns count as rare, and no row leaves all of them empty. */
export const FINISH_OFTEN = 0;

replaceModule(
  import.meta.resolve("../../src/core/payments/attempts/attempt-statements.ts"),
  import.meta.url,
);
