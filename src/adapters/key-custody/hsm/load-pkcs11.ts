/** Loads the optional package pkcs11js, and with it the PKCS#11 module of an HSM. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { HsmFailure } from "./hsm-calls.ts";
import type { Pkcs11 } from "./pkcs11.ts";

/** The package or the module cannot be used. */
export class ModuleError extends Error {
  override readonly name = "ModuleError";
  readonly failure: HsmFailure;

  constructor(failure: HsmFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

const PACKAGE = "pkcs11js";

export function loadPkcs11(file: string): Pkcs11 {
  const library = newLibrary();
  if (!existsSync(file)) throw unusable("The file does not exist.");
  try {
    library.load(file);
  } catch (error) {
    throw unusable(firstLine(error));
  }
  return library;
}

function newLibrary(): Pkcs11 {
  try {
    const { PKCS11 } = createRequire(import.meta.url)(PACKAGE) as { PKCS11: new () => Pkcs11 };
    return new PKCS11();
  } catch (error) {
    throw new ModuleError({ kind: "package_missing", why: firstLine(error) });
  }
}

function unusable(why: string): ModuleError {
  return new ModuleError({ kind: "module_unusable", why });
}

function firstLine(error: unknown): string {
  return (error as Error).message.split("\n", 1)[0] ?? "";
}
