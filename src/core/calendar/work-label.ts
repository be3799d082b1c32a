/**
 * Plain names of jobs for the console, the command line and the log. The name of a job is its key in
 * the database and in metrics, so it never changes.
 */

const LABELS: Readonly<Record<string, string>> = {
  "make months": "Create monthly partitions",
  purge: "Delete expired payment data",
  "purge ACH": "Delete expired ACH files",
  retention: "Delete expired logs and sessions",
  "measure-size": "Measure the database",
  "remind of inspections": "Send inspection reminders",
  "send scheduled reports": "Email scheduled reports",
  "notify users": "Email notifications to merchants and partners",
  "notify-operators": "Email notifications to operators",
  "close card batches": "Close card batches",
  "lapse authorizations": "Reverse expired authorizations",
  "read ACH answers": "Exchange ACH files with banks",
  "watch ACH return rates": "Watch ACH return rates",
  "settle ACH entries": "Settle ACH entries",
};
/** See cutOffWorkName in core/ach/business.ts. The name of a bank has no comma. */
const ACH_CUT_OFF = /^close ACH file of ([^,]+), (.+)$/;
const ACH_CUT_OFF_LABEL = /^send ACH file to ([^,]+), cutoff (.+)$/i;

/** An unknown name, such as one of an older release, is its own label. */
export function workLabel(name: string): string {
  const [, bank, window] = ACH_CUT_OFF.exec(name) ?? [];
  if (bank !== undefined) return `Send ACH file to ${bank}, cutoff ${window}`;
  return LABELS[name] ?? name;
}

/** The key of a job, found by its label or given as it is. Letter case does not matter in a label. */
export function workName(text: string): string {
  const [, bank, window] = ACH_CUT_OFF_LABEL.exec(text) ?? [];
  if (bank !== undefined) return `close ACH file of ${bank}, ${window}`;
  const isLabel = ([, label]: [string, string]) => label.toLowerCase() === text.toLowerCase();
  return Object.entries(LABELS).find(isLabel)?.[0] ?? text;
}
