/** A page that has paid shows its receipt, whatever is sent with it later. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedHost,
  BANK_FIELDS,
  CARD_FIELDS,
  Customer,
  openFormApp,
  readPageText,
  readRedirect,
  setForm,
} from "../kit/form-interface.ts";

const SMALL = { ...CARD_FIELDS, amount: "1.00" };
/** The simulated card host declines this amount. */
const DECLINED = { ...CARD_FIELDS, amount: "1.05" };

test("a page that has paid shows its receipt even if its address is rate-limited", async (t) => {
  const customer = await openFormApp(t, { cardTestingDeclines: 3 });
  const token = await customer.ticket();
  const receipt = readRedirect(await customer.send({ token, ...SMALL }));
  const thief = new Customer(customer.app);
  for (let turn = 0; turn < 12; turn++) await thief.pay(DECLINED);
  assert.equal((await thief.pay(DECLINED)).statusCode, 429);
  const asked = await askedHost(customer.app);
  const again = await customer.send({ token, ...SMALL });
  assert.equal(again.statusCode, 303, readPageText(again.body));
  assert.equal(idIn(readRedirect(again)), idIn(receipt));
  assert.equal(await askedHost(customer.app), asked);
});

test("a page that has paid shows its receipt even if its new values are refused", async (t) => {
  const customer = await openFormApp(t);
  await setForm(customer, "ach_sec_code = 'POP'");
  const token = await customer.ticket();
  const receipt = readRedirect(await customer.send({ token, ...CARD_FIELDS }));
  const tooMuch = { ...BANK_FIELDS, check_number: "1001", amount: "26000.00" };
  const again = await customer.send({ token, ...tooMuch });
  assert.equal(again.statusCode, 303, readPageText(again.body));
  assert.equal(idIn(readRedirect(again)), idIn(receipt));
  assert.equal(await askedHost(customer.app), 1);
});

/** The token in a receipt's address begins with the transaction id. */
function idIn(receiptUrl: string): string | undefined {
  return /\/receipt\/(\d{12})\./.exec(receiptUrl)?.[1];
}
