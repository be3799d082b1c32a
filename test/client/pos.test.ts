/** The client's point of sale against the whole server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { createClient } from "../../client/index.ts";
import { CARD, LOGINS, openClient, QUICK } from "./open-client.ts";

test("the client runs a point of sale", async (t) => {
  const requests: string[] = [];
  const { client, url } = await openClient(t, {
    fetch: (input, init) => {
      requests.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  const { pos, payments } = client;

  await t.test("it logs in once, with its first call, and again after a log-out", async () => {
    assert.equal((await pos.account.get()).name, "Main Street Books");
    assert.equal((await pos.account.update({ taxBeforeDiscount: false })).taxBeforeDiscount, false);
    const logins = () => requests.filter((path) => path.includes("login")).length;
    assert.equal(logins(), 1);
    await pos.logOut();
    await pos.account.get();
    assert.equal(logins(), 2);
  });

  await t.test("the catalog has categories, tax rates and items", async () => {
    const rate = await pos.taxRates.create({ name: "City", amount: "8.875" });
    const category = await pos.categories.create({ name: "Drinks" });
    const values = {
      name: "Coffee",
      price: "3.50",
      categoryId: category.id,
      taxRateIds: [rate.id],
    };
    const item = await pos.items.create(values);
    assert.deepEqual([item.price, item.taxRateIds], ["3.50", [rate.id]]);
    const dearer = await pos.items.update(item.canonicalId, { price: "3.75" });
    assert.deepEqual([dearer.canonicalId, dearer.price], [item.canonicalId, "3.75"]);
    await pos.categories.remove(category.id);
    await assert.rejects(pos.categories.get(category.id), { code: "404" });
  });

  await t.test("a sale with a photo is paid in cash and refunded by line", async () => {
    const photo = new Blob([await drawImage()], { type: "image/png" });
    const lines = [
      { name: "Lamp", price: "4.00", quantity: 2, photo },
      { name: "Gift wrap", price: "1.99", notes: "red & blue" },
    ];
    const sold = await pos.sales.create({ lines, subtotal: "9.99", total: "9.99" });
    assert.ok(sold.outcome === "completed");
    const [lamp = assert.fail(), wrap = assert.fail()] = sold.sale.lines;
    assert.deepEqual([lamp.amount, wrap.notes, lamp.isRefunded], ["8.00", "red & blue", false]);
    const image = await pos.getPhoto(lamp.photoUrl ?? assert.fail());
    assert.match(image.type, /^image\//);
    const refunded = await pos.sales.refund(sold.sale.id, { lines: [wrap.id] });
    assert.ok(refunded.outcome === "completed");
    assert.deepEqual(
      [refunded.sale.status, refunded.sale.refunded],
      ["partially_refunded", "1.99"],
    );
    await pos.sales.sendReceipt(sold.sale.id, "bob@customer.test");
  });

  await t.test("a sale charges a stored card once for its key; a decline is a result", async () => {
    const stored = await payments.store({ card: CARD });
    assert.ok(stored.outcome === "stored");
    const sell = (price: string, idempotencyKey: string) =>
      pos.sales.create(
        {
          lines: [{ name: "Lamp", price }],
          subtotal: price,
          total: price,
          cardToken: stored.token,
        },
        { idempotencyKey },
      );
    const first = await sell("42.00", "phone 7, sale 1");
    assert.ok(first.outcome === "completed");
    assert.equal(first.sale.last4, "1111");
    assert.deepEqual(await sell("42.00", "phone 7, sale 1"), first);
    const declined = await sell("1.02", "phone 7, sale 2");
    assert.ok(declined.outcome === "declined");
    assert.equal((await pos.sales.get(declined.saleId)).status, "declined");
    assert.equal((await sell("1.90", "phone 7, sale 3")).outcome, "pending");
    assert.equal((await sell("1.92", "phone 7, sale 4")).outcome, "failed");
  });

  await t.test("sales are listed with filters", async () => {
    const totals: string[] = [];
    for await (const { total } of pos.sales.list({ status: "completed" })) totals.push(total);
    assert.deepEqual(totals, ["42.00"]);
  });

  await t.test(
    "all invalid fields are in the error, and amounts must be decimal text",
    async () => {
      const wrong = { email: "nobody", role: "boss" as "admin" };
      await assert.rejects(pos.users.create(wrong), {
        code: "400",
        fields: {
          email: ["This field must be an email address."],
          role: ["This field must be one of: admin, manager, cashier."],
        },
      });
      const sale = { lines: [], subtotal: "1.00", total: 1 as unknown as string };
      await assert.rejects(pos.sales.create(sale), { code: "invalid_argument" });
      const refund = pos.sales.refund(1, { lines: undefined as unknown as number[] });
      await assert.rejects(refund, { code: "invalid_argument" });
    },
  );

  await t.test("a token that has ended is replaced", async () => {
    let token = "";
    const other = createClient({
      baseUrl: url,
      ...LOGINS,
      ...QUICK,
      fetch: (input, init) => {
        token = new URL(String(input)).searchParams.get("token") ?? token;
        return fetch(input, init);
      },
    });
    await other.pos.account.get();
    await fetch(`${url}/api/json/account/logout/?token=${token}`);
    assert.equal((await other.pos.account.get()).currency, "USD");
  });

  await t.test("passwords are changed and reset", async () => {
    const { password } = LOGINS.pos;
    const wrong = pos.changePassword("not my password", "a-new-long-password");
    await assert.rejects(wrong, { code: "400" });
    await pos.changePassword(password, "a-new-long-password");
    await pos.requestPasswordReset(LOGINS.account.id, "ann@books.test");
  });
});

async function drawImage(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}
