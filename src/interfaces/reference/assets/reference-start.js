/* Starts the API reference: the document, the logins of certification, and the page. */

const { document: url, configuration, logins } = JSON.parse(
  document.getElementById("settings").textContent,
);

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
  return answer.json();
}

async function fillInLogins() {
  if (logins === undefined) return {};
  const token = logins.pos && (await logInToPos(logins.pos));
  const securitySchemes = { ...logins.basic, posToken: { value: token ?? "" } };
  return { preferredSecurityScheme: Object.keys(securitySchemes), securitySchemes };
}

/** Undefined: somebody changed the password of the test user. */
async function logInToPos(login) {
  const answer = await fetch("/api/json/account/login/", {
    method: "POST",
    body: new URLSearchParams(login),
  });
  return answer.ok ? (await answer.json()).token : undefined;
}
