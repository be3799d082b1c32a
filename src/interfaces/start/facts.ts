/** What runs here: the version, the environment and the business clock. */
import { escapeHtml } from "../../values/text/escape-html.ts";

export function writeFacts(version: string, now: Temporal.Instant): string {
  const facts = [
    ["Version", escapeHtml(version)],
    ["Environment", "certification"],
    ["Business clock", writeTime(now)],
  ];
  const rows = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl class="facts">\n${rows.join("\n")}\n</dl>`;
}

/** Such as 2026-11-17 09:30 UTC. */
function writeTime(now: Temporal.Instant): string {
  const text = now.toString({ smallestUnit: "minute" });
  return `<time datetime="${text}">${text.replace("T", " ").replace("Z", " UTC")}</time>`;
}
