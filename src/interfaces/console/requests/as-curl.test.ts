/** A copied curl command sends the same request, with secrets as shell variables. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { asCurl } from "./as-curl.ts";

const BASE = "http://127.0.0.1:8080";
const FORM = {
  method: "POST",
  interfaceName: "/api/qsapi/3.8",
  path: "/api/qsapi/3.8",
  actor: "account 1",
};

test("a masked form field becomes a variable with its name", () => {
  const request =
    "account_id=120000000001&api_accesskey=[masked]&card_number=************1111&description=two+books";
  assert.equal(
    asCurl({ ...FORM, request }, BASE),
    [
      "curl -s",
      "http://127.0.0.1:8080/api/qsapi/3.8",
      "-d account_id=120000000001",
      '-d "api_accesskey=$API_ACCESSKEY"',
      '-d "card_number=$CARD_NUMBER"',
      "--data-urlencode 'description=two books'",
    ].join(" \\\n  "),
  );
});

test("a token in the URL, a login header and a method other than GET or POST are written", () => {
  const pos = { interfaceName: "/api/json", actor: "user 1", request: "" };
  const path = "/api/json/sales/5/?token=[masked]&page=2";
  assert.equal(
    asCurl({ ...pos, method: "DELETE", path }, BASE),
    `curl -s \\\n  -X DELETE \\\n  "${BASE}/api/json/sales/5/?token=$TOKEN&page=2"`,
  );
  const list = {
    method: "GET",
    interfaceName: "/api/v1",
    path: "/api/v1/partners",
    actor: "contact 1",
    request: "",
  };
  assert.match(asCurl(list, BASE), /-u "\$USER_NAME:\$PASSWORD"$/);
});

test("a masked JSON member becomes a variable", () => {
  const parser = { ...FORM, interfaceName: "/api/decrypt/parser", path: "/api/decrypt/parser" };
  const request = '{"partnerId":"harbor","partnerKey":"[masked]","note":"it\'s"}';
  const said = asCurl({ ...parser, request }, BASE);
  assert.match(said, /"partnerKey":"'"\$PARTNER_KEY"'"/);
  assert.doesNotMatch(said, /-u /);
  const [, , , , body] = shellArguments(said, { PARTNER_KEY: "k" });
  assert.deepEqual(JSON.parse(body ?? ""), { partnerId: "harbor", partnerKey: "k", note: "it's" });
});

/** The arguments after "curl -s", as a shell reads them. */
function shellArguments(command: string, env: Record<string, string> = {}): string[] {
  const script = command.replace(/^curl -s/, "printf '%s\\0'");
  const text = execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" });
  return text.split("\0").slice(0, -1);
}

test("the shell passes every field value unchanged", () => {
  const value = fc.string({ unit: fc.constantFrom(..."ab '\"$`\\&=+%\n!;|é") });
  fc.assert(
    fc.property(value, (typed) => {
      const request = new URLSearchParams({ description: typed }).toString();
      const [, , sent] = shellArguments(asCurl({ ...FORM, request }, BASE));
      assert.equal(sent, `description=${typed}`);
    }),
    { numRuns: 40 },
  );
});
