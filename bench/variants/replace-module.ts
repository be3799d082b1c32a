/** Replaces a module of the program for the bench, before the program starts. */
import { registerHooks } from "node:module";

/** Every import of `original` gets `replacement` instead. Both are URLs of files. */
export function replaceModule(original: string, replacement: string): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      return resolved.url === original ? { ...resolved, url: replacement } : resolved;
    },
  });
}
