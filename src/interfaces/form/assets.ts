/** The scripts, the style and the icon of the hosted form. */
import { readPageAsset } from "../../wire/page-assets.ts";

const ASSETS_PATH = "/pay/assets";
const FOLDER = "src/interfaces/form/assets";

const SCRIPT = readPageAsset(`${FOLDER}/form.js`);
/** Used only while the outcome of a payment is unknown. */
const WAITING = readPageAsset(`${FOLDER}/waiting.js`);
const STYLE = readPageAsset(`${FOLDER}/form.css`);
const ICON = readPageAsset(`${FOLDER}/icon.svg`);

/** Served before the addresses of forms. No form may have the name "assets". */
export const FORM_ASSETS = [SCRIPT, WAITING, STYLE, ICON];

export const SCRIPT_URL = `${ASSETS_PATH}/${SCRIPT.name}`;
export const WAITING_URL = `${ASSETS_PATH}/${WAITING.name}`;
export const STYLE_URL = `${ASSETS_PATH}/${STYLE.name}`;
export const ICON_URL = `${ASSETS_PATH}/${ICON.name}`;
