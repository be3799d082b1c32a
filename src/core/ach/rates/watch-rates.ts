/** Compares the return rates with the network's limits, and tells operators before one is reached. */
import { INSTALLATION } from "../../outbox/event.ts";
import { writeMail } from "../../outbox/write-event.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { RETURN_RATE_DAYS, RETURN_RATE_LIMITS, returnRates } from "../return-rates.ts";
import { judgeRates, type RateAlert } from "./judge-rates.ts";
import { RateAlertStore } from "./rate-alert-store.ts";

export const RATE_ALERT_EVENT = "ach.return_rate";

/** Returns the new alerts. They were logged, and an email to the operators is in the outbox. */
export async function watchReturnRates(
  needs: AchNeeds,
  at: Temporal.Instant,
): Promise<readonly RateAlert[]> {
  const alerts = judgeRates(await returnRates(needs.db, at));
  const news = await needs.db.atomically(async (db) => {
    const store = new RateAlertStore(db);
    const known = new Map((await store.lockAlerts()).map((one) => [alertKey(one), one]));
    const now = new Set(alerts.map(alertKey));
    await store.removeAlerts([...known.values()].filter((one) => !now.has(alertKey(one))));
    await store.saveAlerts(alerts, at);
    const raised = alerts.filter((alert) => isNews(alert, known.get(alertKey(alert))?.level));
    const { operatorEmail: to } = needs;
    if (raised.length > 0 && to !== undefined) {
      const mail = { accountId: INSTALLATION, event: RATE_ALERT_EVENT, to, ...alertMail(raised) };
      await writeMail(db, needs, mail);
    }
    return raised;
  });
  for (const alert of news) needs.onRateAlert?.(alert);
  return news;
}

/** New, or now above the limit. A rate that falls is no news. */
function isNews({ level }: RateAlert, before: RateAlert["level"] | undefined): boolean {
  return before === undefined || (level === "over" && before === "near");
}

function alertKey({ scope, subjectId, kind }: Pick<RateAlert, "scope" | "subjectId" | "kind">) {
  return `${scope} ${subjectId} ${kind}`;
}

function alertMail(alerts: readonly RateAlert[]): { subject: string; text: string } {
  const isOver = alerts.some(({ level }) => level === "over");
  return {
    subject: `ACH return rates ${isOver ? "above" : "near"} a limit`,
    text: `${alerts.map(describeAlert).join("\n")}\n\nThe console shows all rates under Bank files, Return rates.\n`,
  };
}

export function describeAlert(alert: RateAlert): string {
  const { scope, subjectId, kind, level, rate, returned, debits } = alert;
  const percent = (fraction: number) => `${(fraction * 100).toFixed(2)} %`;
  const limit = percent(RETURN_RATE_LIMITS[kind]);
  const place = level === "over" ? "above" : "near";
  return `The ${kind} return rate of ${scope} ${subjectId} is ${percent(rate)} (${returned} of ${debits} debits in ${RETURN_RATE_DAYS} days), ${place} the limit of ${limit}.`;
}
