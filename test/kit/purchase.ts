/** Level 2 and restaurant data of a payment, as a merchant sends them. */
export const PURCHASE = {
  level2_tax: "1.20",
  level2_zip: "10001-0001",
  level2_order_id: "PO 2026/117",
  level2_merchant_reference: "customer 9",
  restaurant_server_id: "0123",
  restaurant_gratuity: "2",
};
