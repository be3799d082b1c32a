/* Starts the API reference: the document, the logins of certification, and the page. */

const {
  document: url,
  configuration,
  logins,
} = JSON.parse(document.getElementById("settings").textContent);
/** Members of requests that identify the caller. */
const LOGIN_MEMBERS = ["account_id", "api_accesskey", "email", "passsword"];

const [content, authentication] = await Promise.all([readDocument(), fillInLogins()]);
document.getElementById("loading").remove();
window.Scalar.createApiReference("#reference", {
  ...configuration,
  content,
  // Calls go to the server of this page, whatever its public address is.
  servers: [{ url: location.origin, description: "The server of this page" }],
  authentication,
});

async function readDocument() {
  const answer = await fetch(url);
  const described = await answer.json();
  const operations = Object.values(described.paths).flatMap(Object.values);
  for (const operation of operations) {
    operation.security = selectableLogins(operation);
    sendOptionalFields(operation);
    if (logins === undefined) clearLogins(operation);
  }
  return described;
}

/** If no login is one of the choices, the page would select it. */
function selectableLogins({ security = [] }) {
  return security.filter((choice) => Object.keys(choice).length > 0);
}

/** The page leaves optional fields of a form out, even if the example has them. Not in `allOf`. */
function sendOptionalFields({ requestBody }) {
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    if (type !== "application/json") media.schema = { allOf: [media.schema] };
  }
}

/** The examples have the logins of certification, which do not exist in production. */
function clearLogins({ requestBody }) {
  for (const { examples = {} } of Object.values(requestBody?.content ?? {})) {
    for (const { value } of Object.values(examples)) {
      for (const name of LOGIN_MEMBERS) if (name in value) value[name] = "";
    }
  }
}

async function fillInLogins() {
  if (logins === undefined) return {};
  const token = logins.pos && (await logInToPos(logins.pos));
  return { securitySchemes: { ...logins.basic, posToken: { value: token ?? "" } } };
}

/** Undefined: somebody changed the password of the test user. */
async function logInToPos(login) {
  const body = new URLSearchParams(login);
  const answer = await fetch("/api/json/account/login/", { method: "POST", body });
  return answer.ok ? (await answer.json()).token : undefined;
}
