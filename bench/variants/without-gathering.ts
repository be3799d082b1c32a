/**
 * The program without gathered requests, for the row "gathered-requests": each request takes all of
 * its steps before Node reads the next one. Node loads this file before the program (`--import`).
 */
import { replaceModule } from "./replace-module.ts";

export function gatherRequests(): void {}

replaceModule(import.meta.resolve("../../src/app/http/gathered-requests.ts"), import.meta.url);
