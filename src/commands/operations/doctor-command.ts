/** The command `doctor` with its options. doctor.ts has what it does. */
import type { Command } from "commander";
import { DOCTOR_AREAS } from "../../core/doctor/doctor-check.ts";
import type { DoctorOptions } from "./doctor.ts";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "check the installation and say what to do; exit code 1 if there are warnings, 2 if a check fails",
    )
    .option("--only <areas>", `only these areas, with commas between: ${DOCTOR_AREAS.join(", ")}`)
    .option("--json", "print JSON")
    .action(runDoctorCommand);
}

/** Wrong settings are findings, so they are not read before the command runs. */
async function runDoctorCommand(options: DoctorOptions): Promise<void> {
  const { runWithoutSettings } = await import("../run-command.ts");
  const { doctorCommand } = await import("./doctor.ts");
  await runWithoutSettings(() => doctorCommand(options));
}
