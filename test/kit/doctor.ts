/** Runs the checks of `sixdoors doctor` in the process of a test. */
import { runDoctor } from "../../src/app/doctor/doctor.ts";
import type { DoctorArea, ReportedFinding } from "../../src/core/doctor/doctor-check.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { StandingClock } from "./clock.ts";
import { MASTER_KEY } from "./custody.ts";
import { testConfig } from "./test-config.ts";

export interface Examined {
  readonly area: DoctorArea;
  /** Undefined: the database cannot be used. */
  readonly url?: string | undefined;
  readonly settings?: NodeJS.ProcessEnv;
  readonly dataDir?: string;
  readonly clock?: Pick<Clock, "wall">;
}

/** Settings that production accepts. */
export const PRODUCTION = {
  ENVIRONMENT: "production",
  TRUSTED_PROXIES: "127.0.0.1",
  PUBLIC_URL: "https://pay.example.com",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
};

export async function examine(asked: Examined): Promise<readonly ReportedFinding[]> {
  const { area, url, settings = {}, dataDir = "/nonexistent", clock = new StandingClock() } = asked;
  const keys = settings["MASTER_KEY_FILE"] === undefined ? { MASTER_KEY: MASTER_KEY.reveal() } : {};
  const config = testConfig({ ...keys, ...settings });
  const openPlace = async () => {
    if (url === undefined) throw new StartError("There is no database. Start one.");
    return { url, ownerUrl: url, dataDir, isEmbedded: false, close: async () => {} };
  };
  return (await runDoctor({ config, clock, dataDir, openPlace }, [area])).findings;
}

/** The findings of one check, each as "level: what was found". */
export function saidBy(findings: readonly ReportedFinding[], check: string): string {
  const own = findings.filter((finding) => finding.check === check);
  return own.map(({ level, found }) => `${level}: ${found}`).join("\n");
}
