/** Fills the weeks before today with card sales and refunds, so that charts and lists are not empty. */
const AMOUNTS = ["36.50", "219.00", "129.95", "84.20", "412.00", "58.75", "173.40", "299.99"];
const CUSTOMERS = [
  ["Dorothy", "Vaughan"],
  ["Edsger", "Dijkstra"],
  ["Barbara", "Liskov"],
  ["Radia", "Perlman"],
  ["Donald", "Knuth"],
];
/** Amounts that the card simulator declines. */
const DECLINED = ["1.05", "1.02"];
const REFUND_EVERY_DAYS = 3;
const DECLINE_EVERY_DAYS = 4;

/** `nextDay` moves the business clock. Some sales are refunded on the next day. */
export async function fillDays(days, { card, nextDay }) {
  let sold = [];
  for (let day = 0; day < days; day++) {
    if (day % REFUND_EVERY_DAYS === 1) await card.refund(sold[0]);
    sold = await sellOneDay(day, card);
    if (day % DECLINE_EVERY_DAYS === 2) await card.decline(DECLINED[day % 2], customer(day));
    await nextDay();
  }
  return sold;
}

async function sellOneDay(day, card) {
  const ids = [];
  const count = 2 + ((day * 7) % 4);
  for (let at = 0; at < count; at++) {
    const amount = AMOUNTS[(day * 3 + at * 5) % AMOUNTS.length];
    ids.push(await card.sell(amount, customer(day + at)));
  }
  return ids;
}

const customer = (place) => CUSTOMERS[place % CUSTOMERS.length];

/** Card payments through the payment interface. A refusal is an error. */
export function cardPayments(base, { account_id, api_accesskey }) {
  const send = async (fields) => {
    const answer = await fetch(`${base}/api/qsapi/3.8`, {
      method: "POST",
      body: new URLSearchParams({ account_id, api_accesskey, ...fields, response_format: "JSON" }),
    });
    return answer.json();
  };
  const approved = async (fields) => {
    const record = await send(fields);
    if (record.error) throw new Error(`${fields.transaction_type}: ${record.error_message}`);
    return record.transaction_id;
  };
  return {
    sell: (amount, name) => approved(saleFields(amount, name)),
    decline: (amount, name) => send(saleFields(amount, name)),
    refund: (token_id) => approved({ transaction_type: "REFUND", token_id }),
  };
}

function saleFields(amount, [first_name, last_name]) {
  return {
    transaction_type: "SALE",
    tender_type: "CARD",
    transaction_amount: amount,
    card_number: "4111111111111111",
    card_expiration: "1228",
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@customer.test`,
    send_customer_receipt: "1",
  };
}
