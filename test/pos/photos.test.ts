/** Photos are checked by content, re-encoded, and shown to their account only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import {
  assertDetail,
  assertErrors,
  custom,
  type FileField,
  logIn,
  openShopApp,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

const SECRET = "Kept nowhere 52.5200 13.4050";
const FIELD = "line_items[0][photo]";

/** A photo with EXIF data. */
async function aPicture(format: "jpeg" | "png" | "webp", width = 40, height = 20) {
  const background = { r: 200, g: 30, b: 30 };
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitudeRef: "N" } })
    .toFormat(format)
    .toBuffer();
}

function sell({ owner }: TestShop, files: readonly FileField[]) {
  return owner.call("POST", "/transactions/", { form: custom("5.00"), files });
}

/** An image whose header states a huge size. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(100_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

test("JPEG, PNG and WebP are recognized by content, and their metadata is removed", async (t) => {
  const shop = await openShared(t, openShopApp);
  const clinic = await logIn(shop, "owner", "clinic");
  for (const format of ["jpeg", "png", "webp"] as const) {
    const bytes = await aPicture(format);
    assert.ok(bytes.includes(SECRET.slice(0, 12)), "the picture has notes");
    const answer = await sell(shop, [{ name: FIELD, bytes, fileName: "a.exe" }]);
    assert.equal(answer.statusCode, 201, answer.body);
    const { photo_url } = answer.json().line_items[0];
    const path = photo_url.replace("/api/json", "");
    const shown = await shop.owner.get(path);
    assert.equal(shown.statusCode, 200);
    assert.equal(shown.headers["content-type"], `image/${format}`);
    assert.equal(shown.headers["cache-control"], "no-store");
    assert.equal(shown.headers["referrer-policy"], "no-referrer");
    assert.equal(shown.headers["x-content-type-options"], "nosniff");
    const { width, height, exif } = await sharp(shown.rawPayload).metadata();
    assert.deepEqual([width, height, exif], [40, 20, undefined]);
    assert.ok(!shown.rawPayload.includes(SECRET.slice(0, 12)));
    assertDetail(await clinic.get(path), 404);
    assertDetail(await shop.server.inject(photo_url), 401);
  }
});

async function countStored({ database }: TestShop): Promise<number | undefined> {
  const [row] = await database.owner.rows<{ count: number }>`
    select ((select count(*) from pos_photos) + (select count(*) from pos_sales)
      + (select count(*) from pos_items))::int as count`;
  return row?.count;
}

test("a file that is not an image, or a malicious image, is refused and not stored", async (t) => {
  const shop = await openShared(t, openShopApp);
  const before = await countStored(shop);
  const good = await aPicture("png");
  const bad: Record<string, Buffer> = {
    text: Buffer.from("not a picture"),
    nothing: Buffer.from(""),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    gif: Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff;", "latin1"),
    "half a picture": good.subarray(0, good.length / 2),
    "a signature and no more": good.subarray(0, 16),
    "a picture of four billion pixels": bombPng(65_000, 65_000),
    "a picture of many pixels": bombPng(10_000, 10_000),
    "html behind a signature": Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from("<script>alert(1)</script>"),
    ]),
  };
  for (const [what, bytes] of Object.entries(bad)) {
    assertErrors(await sell(shop, [{ name: FIELD, bytes }]), [FIELD], what);
    const item = { name: "A", price: "1" };
    const files = [{ name: "photo", bytes }];
    assertErrors(await shop.owner.call("POST", "/items/", { form: item, files }), ["photo"], what);
  }
  const large = Buffer.concat([await aPicture("jpeg"), Buffer.alloc(5 * 1024 * 1024)]);
  assertDetail(await sell(shop, [{ name: FIELD, bytes: large }]), 413);
  const twice = [FIELD, FIELD].map((name) => ({ name, bytes: good }));
  assertErrors(await sell(shop, twice), [FIELD]);
  assert.equal(await countStored(shop), before);
});

test("photos are accepted only in photo fields and from logged-in users", async (t) => {
  const shop = await openShared(t, openShopApp);
  const bytes = await aPicture("jpeg");
  const files = [{ name: "photo", bytes }];
  const form = { name: "A" };
  assertDetail(await shop.owner.call("POST", "/categories/", { form, files }), 415);
  const many = Array.from({ length: 21 }, (_, n) => ({ name: `line_items[${n}][photo]`, bytes }));
  assertDetail(await sell(shop, many), 415);
  const body = Buffer.alloc(2 * 1024 * 1024);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const url = "/api/json/transactions/?token=00000000-0000-4000-8000-000000000000";
  const stranger = await shop.server.inject({ method: "POST", url, headers, payload: body });
  assertDetail(stranger, 401);
});

test("an item's photo can be set, replaced and removed; a large one is reduced", async (t) => {
  const shop = await openShared(t, openShopApp);
  const files = [{ name: "photo", bytes: await aPicture("jpeg", 3_000, 2_000) }];
  const form = { name: "Lamp", price: "10" };
  const made = (await shop.owner.call("POST", "/items/", { form, files })).json();
  assert.match(made.photo_url, /^\/api\/json\/photos\/\d+\/$/);
  const shown = await shop.owner.get(made.photo_url.replace("/api/json", ""));
  const { width, height } = await sharp(shown.rawPayload).metadata();
  assert.deepEqual([width, height], [1_600, 1_067]);
  const path = `/items/${made.id}/`;
  const kept = (await shop.owner.post(path, { price: "11" })).json();
  assert.equal(kept.photo_url, made.photo_url, "the next version keeps it");
  const other = [{ name: "photo", bytes: await aPicture("png") }];
  const replaced = (await shop.owner.call("PUT", path, { form: {}, files: other })).json();
  assert.notEqual(replaced.photo_url, made.photo_url);
  assert.equal((await shop.owner.post(path, { photo: "" })).json().photo_url, null);
});
