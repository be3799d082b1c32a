/** Calls a running console as one of its published users. It does not know the screens. */

/** Signs in and returns `get`, `post` and `patch` below /console/api. A refusal throws. */
export async function signedIn(base, { as, name, password, accountId }) {
  const answer = await send(base, "/session", {
    method: "POST",
    body: { as, name, password, accountId },
  });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0];
  const { csrfToken } = await answer.json();
  const ask = async (method, path, body) => {
    const headers = { cookie, "x-csrf-token": csrfToken };
    const text = await (await send(base, path, { method, body, headers })).text();
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    get: (path) => ask("GET", path),
    post: (path, body = {}) => ask("POST", path, body),
    patch: (path, body) => ask("PATCH", path, body),
  };
}

async function send(base, path, { method, body, headers = {} }) {
  const answer = await fetch(`${base}/console/api${path}`, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  if (answer.ok) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
