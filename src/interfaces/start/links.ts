/** Links to the other pages of this environment. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";

interface Link {
  readonly url: string;
  readonly label: string;
  readonly about: string;
}

const CONSOLE_LINKS: readonly Link[] = [
  { url: "/console", label: "Console", about: "Payments, reports, settings and users." },
  {
    url: "/console/certification/values",
    label: "Test data",
    about: "Cards, amounts and bank accounts that trigger declines, returns and errors.",
  },
  {
    url: "/console/certification/requests",
    label: "Request log",
    about: "Every request and its answer.",
  },
  {
    url: "/console/certification/webhooks",
    label: "Webhooks",
    about: "Events that were sent, with their signatures.",
  },
  {
    url: "/console/certification/emails",
    label: "Mailbox",
    about: "Receipts, invitations and password links.",
  },
];

const DOCUMENT_LINKS: readonly Link[] = [
  { url: "/docs", label: "API documentation", about: "Read about every call and try it." },
  {
    url: "/openapi.json",
    label: "OpenAPI document",
    about: "For generators of clients and for test tools.",
  },
  {
    url: "/docs/guides/integrators.md",
    label: "Guide for integrators",
    about: "From the first payment to returns, webhooks and reports.",
  },
  {
    url: "/docs/guides/client.md",
    label: "TypeScript client",
    about: "Call all APIs from TypeScript or JavaScript.",
  },
];

export function writeLinks({ forms }: Pick<CertificationSeed, "forms">): string {
  const links = [...CONSOLE_LINKS, ...forms.map(formLink), ...DOCUMENT_LINKS];
  const items = links.map(
    ({ url, label, about }) =>
      `<li><a href="${url}">${label}</a><span>${escapeHtml(about)}</span></li>`,
  );
  return `<section aria-labelledby="links">
<h2 id="links">Open</h2>
<ul class="links">
${items.join("\n")}
</ul>
</section>`;
}

function formLink({ form, title }: CertificationSeed["forms"][number]): Link {
  const about = `The form "${title}", as a customer sees it.`;
  return { url: `/pay/${form}`, label: "Hosted payment form", about };
}
