/** Checks of settings that are allowed, but dangerous or useless in production. */
import type { Config } from "../../config.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { type CheckFinding, foundOk, foundWarning } from "../../ports/finding.ts";
import type { DoctorParts } from "./doctor-parts.ts";

/** A setting, when it is dangerous, and the two sentences about it. */
interface SettingRule {
  readonly setting: string;
  readonly isWrong: (config: Config) => boolean;
  readonly found: string;
  readonly advice: string;
}

const EVERYBODY = ["0.0.0.0/0", "::/0"];
const isForEverybody = (ranges: readonly string[]) =>
  ranges.some((range) => EVERYBODY.includes(range));

const RULES: readonly SettingRule[] = [
  {
    setting: "DATABASE_URL",
    isWrong: ({ databaseUrl }) => databaseUrl === undefined,
    found: "Production uses the embedded PostgreSQL, which has no standby.",
    advice: "Set DATABASE_URL to a server with backups and a standby, or at least set BACKUP_DIR.",
  },
  {
    setting: "PUBLIC_URL",
    isWrong: ({ publicUrl }) => publicUrl === undefined,
    found: "PUBLIC_URL is not set, so links in emails and receipts lead to HOST and PORT.",
    advice: "Set PUBLIC_URL to the address at which callers reach this installation.",
  },
  {
    setting: "TRUSTED_PROXIES",
    isWrong: ({ trustedProxies }) => isForEverybody(trustedProxies),
    found: "TRUSTED_PROXIES trusts every address, so callers can pretend to be another address.",
    advice: "Set TRUSTED_PROXIES to the addresses of your proxies only.",
  },
  {
    setting: "METRICS_FROM",
    isWrong: ({ metricsFrom }) => isForEverybody(metricsFrom),
    found: "METRICS_FROM lets everybody read the metrics.",
    advice: "Set METRICS_FROM to the addresses of your monitoring.",
  },
  {
    setting: "STRICT_TRANSPORT_SECURITY",
    isWrong: ({ strictTransportSecurity }) => strictTransportSecurity === undefined,
    found: "STRICT_TRANSPORT_SECURITY is off, so browsers may fall back to http.",
    advice: "Remove the setting, unless your proxy sends the header.",
  },
  {
    setting: "RATE_PER_ADDRESS",
    isWrong: ({ ratePerAddress }) => ratePerAddress === 0,
    found: "RATE_PER_ADDRESS is 0: one address may send any number of requests.",
    advice: "Set a limit, unless your proxy has one.",
  },
  {
    setting: "RATE_PER_CALLER",
    isWrong: ({ ratePerCaller }) => ratePerCaller === 0,
    found: "RATE_PER_CALLER is 0: one account may use up the whole installation.",
    advice: "Set a limit.",
  },
  {
    setting: "CARD_TESTING_DECLINES",
    isWrong: ({ cardTestingDeclines }) => cardTestingDeclines === 0,
    found: "CARD_TESTING_DECLINES is 0: nothing slows down those who test stolen cards.",
    advice: "Remove the setting, or set a number.",
  },
  {
    setting: "CONSOLE_IDLE_MINUTES",
    isWrong: ({ consoleIdleMinutes }) => consoleIdleMinutes > 15,
    found: "The console signs people out later than after the 15 minutes of PCI DSS 8.2.8.",
    advice: "Remove the setting, or set 15 or less.",
  },
  {
    setting: "LOG_LEVEL",
    isWrong: ({ logLevel }) => ["silent", "fatal"].includes(logLevel),
    found: "LOG_LEVEL hides errors and warnings.",
    advice: "Set LOG_LEVEL to info.",
  },
  {
    setting: "MASTER_KEY_OLD",
    isWrong: ({ masterKeyOld }) => masterKeyOld !== undefined,
    found: "MASTER_KEY_OLD is set, which is only needed during a rotation.",
    advice: "Finish the rotation with `sixdoors keys rotate master`, and remove the setting.",
  },
];

export function listSettingChecks({ config }: DoctorParts): readonly DoctorCheck[] {
  const { environment } = config;
  if (environment !== "production") {
    const found = "This is certification: simulators and test data are allowed.";
    return [{ name: "ENVIRONMENT", run: async () => foundOk(found) }];
  }
  const wrong = RULES.filter(({ isWrong }) => isWrong(config));
  if (wrong.length === 0) {
    return [{ name: "combinations", run: async () => foundOk("No setting is dangerous.") }];
  }
  return wrong.map((rule) => ({ name: rule.setting, run: async () => toWarning(rule) }));
}

function toWarning({ found, advice }: SettingRule): CheckFinding {
  return foundWarning(found, advice);
}
