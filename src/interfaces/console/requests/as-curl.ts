/**
 * Writes a logged request as a curl command. Masked values become shell variables with the field's name,
 * which must be set first: api_accesskey is $API_ACCESSKEY. Pure.
 */
import type { LoggedRequest } from "../../../core/request-log/request-log-store.ts";

type Asked = Pick<LoggedRequest, "method" | "interfaceName" | "path" | "request"> & {
  readonly actor: string | null;
};

/** Interfaces with a login header, which is not logged. */
const BASIC_LOGIN: Readonly<Record<string, string>> = {
  "/api/v1": "$USER_NAME:$PASSWORD",
  "/api/decrypt/parser": "$PARTNER_ID:$PARTNER_KEY",
};
const MASKED = /\[masked\]|\*{4,}/;
const MASKED_IN_JSON = /"([\w-]+)"\s*:\s*"([^"\\]*(?:\[masked\]|\*{4,})[^"\\]*)"/g;

export function asCurl(asked: Asked, baseUrl: string): string {
  const { method, path, request } = asked;
  const body = bodyArguments(request);
  const usual = body.length === 0 ? "GET" : "POST";
  return [
    "curl -s",
    ...(method === usual ? [] : [`-X ${method}`]),
    quoted(baseUrl + withVariables(path)),
    ...loginArguments(asked),
    ...body,
  ].join(" \\\n  ");
}

function loginArguments({ interfaceName, actor, request }: Asked): string[] {
  const login = BASIC_LOGIN[interfaceName];
  const isInBody = /"partnerKey"/i.test(request);
  return login === undefined || actor === null || isInBody ? [] : [`-u "${login}"`];
}

/** Replaces masked query parameters, such as a token. */
function withVariables(path: string): string {
  return path
    .replaceAll("$", "%24")
    .replaceAll(/([?&])([\w-]+)=([^&]*)/g, (whole, sign, name, value) =>
      MASKED.test(decoded(value)) ? `${sign}${name}=$${variableName(name)}` : whole,
    );
}

function bodyArguments(request: string): string[] {
  if (request === "") return [];
  if (/^\s*[[{]/.test(request)) {
    return ["-H 'content-type: application/json'", `-d ${jsonWithVariables(request)}`];
  }
  return request.split("&").map((pair) => {
    const [name = "", ...rest] = pair.split("=");
    const value = decoded(rest.join("=").replaceAll("+", " "));
    if (MASKED.test(value)) return `-d "${decoded(name)}=$${variableName(decoded(name))}"`;
    const isPlain = /^[\w.@-]*$/.test(value) && /^[\w.-]*$/.test(name);
    return isPlain
      ? `-d ${name}=${value}`
      : `--data-urlencode ${single(`${decoded(name)}=${value}`)}`;
  });
}

/** In single quotes, which are closed around each variable. */
function jsonWithVariables(json: string): string {
  let [written, done] = ["", 0];
  for (const found of json.matchAll(MASKED_IN_JSON)) {
    const [whole, name = ""] = found;
    const head = `"${name}":"`;
    written += `${escaped(json.slice(done, found.index))}${head}'"$${variableName(name)}"'"`;
    done = found.index + whole.length;
  }
  return `'${written}${escaped(json.slice(done))}'`;
}

/** partnerKey and partner_key are $PARTNER_KEY. */
function variableName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/\W/g, "_");
  return words.toUpperCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In double quotes if there is a variable, otherwise in single quotes if quoting is needed. */
function quoted(text: string): string {
  if (/\$[A-Z_]/.test(text)) return `"${text.replaceAll(/["`\\]/g, "\\$&")}"`;
  return /^[\w:/.=-]+$/.test(text) ? text : single(text);
}

function single(text: string): string {
  return `'${escaped(text)}'`;
}

function escaped(text: string): string {
  return text.replaceAll("'", "'\\''");
}
