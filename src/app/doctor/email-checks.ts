/** Checks the mail server: it is reached, encrypts, and accepts our login. Sends no email. */
import { checkSmtp, type SmtpCheck } from "../../adapters/probes/smtp-check.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import {
  type CheckFinding,
  foundFailing,
  foundNothingToCheck,
  foundOk,
  foundWarning,
} from "../../ports/finding.ts";
import type { DoctorParts } from "./doctor-parts.ts";

const STEP_LIMIT_MS = 5_000;
const LIMIT_MS = 15_000;

export function listEmailChecks(parts: DoctorParts): readonly DoctorCheck[] {
  return [{ name: "SMTP_URL", limitMs: LIMIT_MS, run: () => checkMailServer(parts) }];
}

async function checkMailServer({ config }: DoctorParts): Promise<CheckFinding> {
  const isProduction = config.environment === "production";
  if (config.smtpUrl !== undefined) {
    return judgeMailServer(await checkSmtp(config.smtpUrl, STEP_LIMIT_MS), isProduction);
  }
  if (!isProduction) {
    return foundNothingToCheck("SMTP_URL is not set: emails go to the console's mailbox.");
  }
  return foundWarning(
    "SMTP_URL is not set: emails, such as invitations, are kept and not sent.",
    "Set SMTP_URL and MAIL_FROM.",
  );
}

function judgeMailServer(check: SmtpCheck, isProduction: boolean): CheckFinding {
  if (check.kind === "accepted") return judgeEncrypted(check.isEncrypted, isProduction);
  const { step, why } = check;
  if (step === "login") {
    return foundFailing(
      `The mail server refuses our login (${why}).`,
      "Check the user name and password in SMTP_URL.",
    );
  }
  return foundFailing(
    `The mail server cannot be used (${why}).`,
    "Check host, port and scheme of SMTP_URL, the network, and the server's certificate.",
  );
}

function judgeEncrypted(isEncrypted: boolean, isProduction: boolean): CheckFinding {
  if (isEncrypted) return foundOk("The mail server accepts us over an encrypted connection.");
  const found = "The mail server accepts us, but offers no encryption.";
  if (!isProduction) return foundOk(found);
  return foundWarning(found, "Use smtps:// or a mail server that offers STARTTLS.");
}
