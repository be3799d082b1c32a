/** The types of requests that the payment model knows. */

export type NewPaymentType = "SALE" | "AUTHORIZATION" | "CREDIT" | "STORE" | "FORCE";
export type ChangeType = "CAPTURE" | "REFUND" | "REVERSAL";
export type RequestType = NewPaymentType | ChangeType | "SETTLE-BATCH";
