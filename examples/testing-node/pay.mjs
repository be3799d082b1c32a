/** The code under test: it charges a card or a bank account. Yours is a shop, this is a function. */
export async function pay(gateway, fields) {
  const body = new URLSearchParams({
    account_id: gateway.account.id,
    api_accesskey: gateway.account.accessKey,
    response_format: "JSON",
    transaction_type: "SALE",
    ...fields,
  });
  const answer = await fetch(`${gateway.url}/api/qsapi/3.8`, { method: "POST", body });
  return answer.json();
}

export const CARD = {
  tender_type: "CARD",
  card_number: "4111111111111111",
  card_expiration: "1230",
  transaction_amount: "12.34",
};

export const BANK_ACCOUNT = {
  tender_type: "ACH",
  bank_routing_number: "021000021",
  bank_account_number: "770012345678",
  first_name: "Jim",
  last_name: "Smith",
  ach_sec_code: "WEB",
  transaction_amount: "25.00",
};
