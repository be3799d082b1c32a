/** The scripts, the style and the icon of the hosted form. */
import { makePageAsset, type PageAsset, readPageAsset } from "../../wire/page-assets.ts";
import type { Scheme } from "./brand-style.ts";

const ASSETS_PATH = "/pay/assets";
const FOLDER = "src/interfaces/form/assets";

const SCRIPT = readPageAsset(`${FOLDER}/form.js`);
/** Used only while the outcome of a payment is unknown. */
const WAITING = readPageAsset(`${FOLDER}/waiting.js`);
const STYLE = readPageAsset(`${FOLDER}/form.css`);
const ICON = readPageAsset(`${FOLDER}/icon.svg`);

/** Previews show a scheme that the device may not have. */
const SCHEME_STYLES = {
  light: fixScheme("light", "not all"),
  dark: fixScheme("dark", "all"),
} as const;

function fixScheme(scheme: "light" | "dark", medium: string): PageAsset {
  const css = STYLE.plain
    .toString("utf8")
    .replace("color-scheme: light dark", `color-scheme: ${scheme}`)
    .replace("screen and (prefers-color-scheme: dark)", medium);
  return makePageAsset(`form-${scheme}.css`, Buffer.from(css));
}

/** Served before the addresses of forms. No form may have the name "assets". */
export const FORM_ASSETS = [SCRIPT, WAITING, STYLE, ICON, ...Object.values(SCHEME_STYLES)];

export const SCRIPT_URL = `${ASSETS_PATH}/${SCRIPT.name}`;
export const WAITING_URL = `${ASSETS_PATH}/${WAITING.name}`;
export const ICON_URL = `${ASSETS_PATH}/${ICON.name}`;

export function styleUrl(scheme: Scheme): string {
  const { name } = scheme === undefined ? STYLE : SCHEME_STYLES[scheme];
  return `${ASSETS_PATH}/${name}`;
}
