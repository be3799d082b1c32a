/**
 * Runs test files in this process, one after another: `node --test --test-isolation=none`, without
 * the part that follows every promise. Started by suite.mjs.
 */
import asyncHooks from "node:async_hooks";
import { registerHooks } from "node:module";
import report from "./test-reporter.mjs";

/** A test that hangs fails by name. The longest ones take a minute or two on a slow machine. */
const TIMEOUT_MS = 6 * 60_000;

ignorePromises();
registerHooks({ resolve: resolveOwnModule });
const { run } = await import("node:test");
const files = process.argv.slice(2);
const events = run({ files, isolation: "none", timeout: TIMEOUT_MS });
events.on("test:summary", ({ success }) => {
  if (!success) process.exitCode = 1;
});
events.compose(report).pipe(process.stdout);

/**
 * The runner follows every promise with a hook, to know which test an uncaught error comes from.
 * This costs a fifth of the processor time. Without it, such an error still fails the process.
 */
function ignorePromises() {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
}

/**
 * Our imports name their files. Node looks up each file and its package all the same, for a quarter
 * of the processor time of loading the app.
 */
function resolveOwnModule(specifier, context, next) {
  const { parentURL = "" } = context;
  const isOwn = /^\.\.?\/.*\.ts$/.test(specifier) && !parentURL.includes("/node_modules/");
  if (!isOwn || parentURL === "") return next(specifier, context);
  const { href } = new URL(specifier, parentURL);
  return { url: href, format: "module-typescript", shortCircuit: true };
}
