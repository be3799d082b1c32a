/** QR codes of the authenticator set-up, read back by a decoder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQR from "qr/decode.js";
import { qrPath } from "./qr-path.ts";

const SETUP_LINK =
  "otpauth://totp/Sixdoors%3Aowner%40books.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Sixdoors";
const PIXELS_PER_MODULE = 4;

/** Draws the path as a browser would: one black square per module on white. */
function drawPath(text: string) {
  const { side, path } = qrPath(text);
  const width = side * PIXELS_PER_MODULE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let pixel = 0; pixel < PIXELS_PER_MODULE ** 2; pixel++) {
      const column = Number(x) * PIXELS_PER_MODULE + (pixel % PIXELS_PER_MODULE);
      const row = Number(y) * PIXELS_PER_MODULE + Math.floor(pixel / PIXELS_PER_MODULE);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test("an authenticator's set-up link can be read from its QR code", () => {
  for (const text of [SETUP_LINK, SETUP_LINK.repeat(4), "otpauth://totp/x?secret=A"]) {
    assert.equal(decodeQR(drawPath(text)), text);
  }
});

test("a QR code has a quiet zone of four modules on each side", () => {
  const { side, path } = qrPath(SETUP_LINK);
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(Math.min(...places), 4);
  assert.equal(Math.max(...places), side - 5);
});
