/** Writes orders for a card host (docs/card-host.md). This is where card numbers leave the program. */
import type {
  CardOrder,
  HostMerchant,
  OrderCard,
  PlacedOrder,
  PurchaseData,
} from "../../ports/processor.ts";
import { writeChipTlv } from "../chip-data/chip-tlv.ts";

/** For inquiries and reversals. JSON leaves out undefined members. */
export function placedBody(order: PlacedOrder): string {
  return JSON.stringify(placedMembers(order));
}

export function orderBody(order: CardOrder): string {
  const { card, original, authorizationCode, allowsPartial, entryMode } = order;
  return JSON.stringify({
    ...placedMembers(order),
    merchant: order.merchant && merchantMembers(order.merchant),
    entry_mode: entryMode,
    card: card && cardMembers(card),
    original_reference: original?.reference,
    authorization_code: authorizationCode,
    allows_partial: allowsPartial,
    street_address: order.streetAddress,
    zip: order.zip,
    purchase: order.purchase && purchaseMembers(order.purchase),
  });
}

function placedMembers(order: PlacedOrder) {
  const { reference, accountId, transactionId, transactionType, amount, currency } = order;
  return {
    reference,
    account_id: accountId,
    transaction_id: transactionId,
    transaction_type: transactionType,
    amount_cents: amount,
    currency,
  };
}

function merchantMembers({ merchantId, terminalId, categoryCode }: HostMerchant) {
  return { merchant_id: merchantId, terminal_id: terminalId, category_code: categoryCode };
}

function purchaseMembers(purchase: PurchaseData) {
  return {
    tax_cents: purchase.tax,
    destination_zip: purchase.destinationZip,
    order_id: purchase.orderId,
    merchant_reference: purchase.merchantReference,
    server_id: purchase.serverId,
    gratuity_cents: purchase.gratuity,
  };
}

function cardMembers(card: OrderCard) {
  return {
    number: card.number.reveal(),
    expiration: card.expiration,
    verification: card.verification?.reveal(),
    track1: card.track1?.reveal(),
    track2: card.track2?.reveal(),
    pin_block: card.pinBlock?.reveal(),
    pin_ksn: card.pinKsn,
    chip: card.chip && writeChipTlv(card.chip),
  };
}
