/** Tests of webhook-target.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { webhookTargetError } from "./webhook-target.ts";

const targetError = (url: string) => webhookTargetError(new URL(url));

test("https to a public name or address is a valid webhook target", () => {
  for (const url of [
    "https://shop.example/hooks",
    "https://shop.example.:8443/",
    "https://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "https://localhost.shop.example/",
  ]) {
    assert.equal(targetError(url), undefined, url);
  }
});

test("http is not a valid webhook target in production", () => {
  assert.equal(targetError("http://shop.example/"), "not_https");
});

test("a private, loopback or local host is not a valid webhook target", () => {
  for (const url of [
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.0.0.7/",
    "https://192.168.1.1:8443/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:10.0.0.7]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://app.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
  ]) {
    assert.equal(targetError(url), "not_public", url);
  }
});

test("a port of another protocol is not a valid webhook target", () => {
  for (const port of [0, 22, 25, 6667]) {
    assert.equal(targetError(`https://shop.example:${port}/`), "bad_port");
  }
});
