/** The command line as a process. src/commands has what each command does. */
import "./plain-globals.ts";
import { watchStandardOutput } from "./commands/output.ts";
import { runProgram } from "./commands/program.ts";

watchStandardOutput();

const [, , ...words] = process.argv;
await runProgram(words);
