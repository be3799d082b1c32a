/** The logins that OpenAPI can describe. A login in a body is described by the body's schema. */

const SIGNED_TEXT =
  "of five lines joined by line feeds: `METHOD path`; the nonce; the timestamp; an empty line; the hex SHA-256 of the body as you send it. A nonce can be used once, and a timestamp (Unix seconds) can be 15 minutes off.";

/** A scheme that is not registered, so the whole header is the key. */
const AUTHORIZATION = { type: "apiKey", in: "header", name: "Authorization" };

export const SECURITY_SCHEMES = {
  managementBasic: {
    type: "http",
    scheme: "basic",
    description: "The user name and password of a partner's user.",
  },
  managementHmac: {
    ...AUTHORIZATION,
    description: `\`Authorization: Hmac username="…", nonce="…", timestamp=…, response="…"\`. The response is the lowercase hex HMAC-SHA256, under the user's API secret, ${SIGNED_TEXT}`,
  },
  parserBasic: {
    type: "http",
    scheme: "basic",
    description: "The partnerId and partnerKey of a partner.",
  },
  parserDigest: {
    type: "http",
    scheme: "digest",
    description:
      'The answer to the challenge of a 401 as in RFC 7616 (SHA-256 or MD5, qop auth), or `Authorization: Digest username, realm="Users", nonce, uri, response` with a nonce of your own and response = md5(md5(`id:Users:key`)`:`nonce`:`md5(`POST:path`)).',
  },
  parserHmac: {
    ...AUTHORIZATION,
    description: `\`Authorization: Hmac username="…", nonce="…", timestamp=…, response="…"\`. The response is the lowercase hex HMAC-SHA256, under the partner's key, ${SIGNED_TEXT}`,
  },
  parserRsa: {
    ...AUTHORIZATION,
    description: `\`Authorization: Rsa username="…", nonce="…", timestamp=…, response="…"\`. The response is the lowercase hex signature (PKCS #1 v1.5, SHA-256), checked with the partner's public key, ${SIGNED_TEXT}`,
  },
  posToken: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The session token that the login of the point of sale answers.",
  },
};
