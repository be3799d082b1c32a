/**
 * Runs test files in this process: `node --test --test-isolation=none`, without the part that
 * follows every promise. Each message from test-process.mjs names the files of one run. The process
 * sends back their results when everything that they opened is closed. An empty list ends it.
 */
import asyncHooks from "node:async_hooks";
import { registerHooks } from "node:module";
import { collectResults } from "./test-results.mjs";

/** A test that hangs fails by name. The longest ones take a minute or two on a slow machine. */
const TIMEOUT_MS = 6 * 60_000;

let forgetResource;
ignorePromises();
registerHooks({ resolve: resolveOwnModule });
const { after, run } = await import("node:test");
process.on("message", (files) => (files.length > 0 ? runFiles(files) : process.disconnect()));
process.on("beforeExit", () => process.channel?.ref());

/**
 * Node ends a run when nothing keeps the process alive. So the channel to the parent process must
 * not keep it alive during a run.
 */
async function runFiles(files) {
  process.channel.unref();
  const firstId = nextResourceId();
  const events = run({ files, isolation: "none", timeout: TIMEOUT_MS });
  after(closeShared);
  const results = await collectResults(events);
  // Node sets it for a failed test, which is in the results. An error after them sets it again.
  process.exitCode = undefined;
  forgetTests(firstId);
  process.send(results);
}

/** Each run needs its own hook. test/kit/shared.ts adds one, too, for files that run without this. */
async function closeShared() {
  const shared = await import("../test/kit/shared.ts");
  await shared.closeShared();
}

/** The runner keeps every test in memory, and with it the apps that the test opened. */
function forgetTests(firstId) {
  const endId = nextResourceId();
  for (let id = firstId; id < endId; id += 1) forgetResource(id);
}

function nextResourceId() {
  return new asyncHooks.AsyncResource("test run").asyncId();
}

/**
 * The runner follows every promise with a hook, to know which test an uncaught error comes from.
 * This costs a fifth of the processor time. Without it, such an error still fails the run.
 */
function ignorePromises() {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => {
    forgetResource = callbacks.destroy;
    return createHook({ ...callbacks, trackPromises: false });
  };
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
