/** The links to our pages, which start with the public URL. */
import type { Config } from "../config.ts";
import { writeConsoleLink, writeResetLink } from "../interfaces/console/page-links.ts";
import { writePasswordLink } from "../interfaces/passwords/page-link.ts";
import { writeInvitationLink } from "../interfaces/pos/write.ts";
import type { PageLinks } from "../ports/page-links.ts";
import { Secret } from "../values/secret.ts";
import { resolvePublicUrl } from "./public-url.ts";

export function openPageLinks(config: Config): PageLinks {
  const publicUrl = resolvePublicUrl(config);
  const consolePage = (path: string) => writeConsoleLink(publicUrl, path);
  return {
    posInvitation: (token) => new Secret(writeInvitationLink(publicUrl, token)),
    setPassword: (token) => new Secret(writePasswordLink(publicUrl, token)),
    resetPassword: (token) => new Secret(writeResetLink(publicUrl, token)),
    sentReport: (id) => new Secret(consolePage(`/reports/sent/${id}`)),
    consolePage,
  };
}
