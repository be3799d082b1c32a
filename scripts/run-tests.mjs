/**
 * Runs test files in this process, one after another: `node --test --test-isolation=none`, without
 * the part that follows every promise. Started by suite.mjs.
 */
import asyncHooks from "node:async_hooks";
import report from "./test-reporter.mjs";

/** A test that hangs fails by name. The longest ones take a minute or two on a slow machine. */
const TIMEOUT_MS = 6 * 60_000;

ignorePromises();
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
