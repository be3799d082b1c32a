/** The HTML of the API reference, its configuration and its security headers. */
import { PAGE_START, securePageHeaders } from "../../wire/page-head.ts";
import { writeJsonBlock } from "./json-block.ts";
import type { PublishedLogins } from "./published-logins.ts";

/**
 * Only files and calls of this server. Inline styles are allowed because the page's framework uses
 * them.
 */
const ALLOWED = [
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
];

export const PAGE_HEADERS = securePageHeaders({ allowed: ALLOWED });

/** Everything that would contact another host is off. */
const CONFIGURATION = {
  title: "Sixdoors API",
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  proxyUrl: "",
  externalUrls: { dashboardUrl: "", registryUrl: "", proxyUrl: "", apiBaseUrl: "" },
  documentDownloadType: "none",
  theme: "none",
  persistAuth: false,
  hideModels: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  orderSchemaPropertiesBy: "preserve",
  hiddenClients: {
    c: true,
    clojure: true,
    dart: true,
    fsharp: true,
    http: true,
    js: ["axios", "jquery", "ofetch", "xhr"],
    julia: true,
    node: ["axios", "ofetch", "fetch"],
    objc: true,
    ocaml: true,
    php: ["guzzle", "laravel"],
    powershell: ["webrequest"],
    python: ["python3", "aiohttp", "httpx_sync", "httpx_async"],
    r: true,
    java: ["asynchttp", "okhttp", "unirest"],
    csharp: ["restsharp"],
    shell: ["wget"],
  },
};

export interface ReferencePage {
  /** The address of the interface. */
  readonly path: string;
  /** The file name of the built script. */
  readonly script: string;
  /** File names. */
  readonly assets: Readonly<Record<"start" | "repairs" | "style" | "icon", string>>;
  /** Undefined in production. */
  readonly logins: PublishedLogins | undefined;
}

export function writePage({ path, script, assets, logins }: ReferencePage): string {
  const settings = { document: "/openapi.json", configuration: CONFIGURATION, logins };
  return `${PAGE_START}
<title>Sixdoors API</title>
<link rel="icon" href="${path}/assets/${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${path}/assets/${assets.style}">
${writeJsonBlock("settings", settings)}
<script src="${path}/script/${script}" defer></script>
<script type="module" src="${path}/assets/${assets.repairs}"></script>
<script type="module" src="${path}/assets/${assets.start}"></script>
</head>
<body>
<p id="loading" role="status">Loading the API reference …</p>
<div id="reference"></div>
<noscript><p>The API reference needs JavaScript. The same calls are in <a href="/openapi.json">openapi.json</a> and in <a href="${path}/guides/integrators.md">the guide for integrators</a>.</p></noscript>
</body>
</html>
`;
}

export const NOT_BUILT_PAGE = `<!doctype html><html lang="en"><title>The API reference is not built</title>
<h1>The API reference is not built</h1>
<p>Run <code>npm run console</code> in the project's folder, then load this page again.</p></html>`;
