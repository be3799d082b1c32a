/**
 * `doctor`: checks the installation and says what to do about each finding. It works without a
 * database and with wrong settings, and reports both.
 */
import { examineInstallation, reportWrongSettings } from "../../app/doctor/doctor.ts";
import { ConfigError, readConfig } from "../../config.ts";
import {
  DOCTOR_AREAS,
  type DoctorArea,
  type DoctorReport,
} from "../../core/doctor/doctor-check.ts";
import { toReportDocument } from "../../core/doctor/report-document.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OutputOptions, print } from "../output.ts";
import { reportLines } from "./doctor-texts.ts";

export interface DoctorOptions extends OutputOptions {
  /** Areas, with commas between. */
  readonly only?: string;
}

/** The codes that plugins of monitoring use. */
const EXIT_CODES: Readonly<Record<DoctorReport["level"], number>> = {
  ok: 0,
  warning: 1,
  failing: 2,
};

export async function doctorCommand(
  options: DoctorOptions,
  environment?: NodeJS.ProcessEnv,
): Promise<void> {
  const report = await examine(readAreas(options.only), environment);
  print(options, toReportDocument(report), reportLines(report));
  commandProcess().exitCode = EXIT_CODES[report.level];
  // What a check still waits for would keep the process running.
  if (report.hasUnfinished) commandProcess().exit();
}

async function examine(
  only: readonly DoctorArea[] | undefined,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<DoctorReport> {
  try {
    return await examineInstallation(readConfig(environment ?? commandProcess().env), only);
  } catch (error) {
    if (error instanceof ConfigError) return reportWrongSettings(error.errors);
    throw error;
  }
}

function readAreas(text: string | undefined): readonly DoctorArea[] | undefined {
  if (text === undefined) return undefined;
  return text.split(",").map((word) => {
    const area = DOCTOR_AREAS.find((known) => known === word.trim());
    if (area !== undefined) return area;
    throw new StartError(`--only must be one or more of ${DOCTOR_AREAS.join(", ")}.`);
  });
}
