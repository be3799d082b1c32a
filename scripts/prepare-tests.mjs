/**
 * Builds what the tests start, and installs a browser for them, if they are missing. Started by
 * suite.mjs beside the tests that need none of it. With --fast without a browser.
 */
import { findChromium } from "./chromium.mjs";
import { ensureConsole } from "./console.mjs";
import { ensureProgram } from "./program.mjs";

ensureConsole();
ensureProgram();
if (!process.argv.includes("--fast")) findChromium();
