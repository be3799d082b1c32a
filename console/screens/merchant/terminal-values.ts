/** The values of the virtual terminal's form. */

/** Everything except card and bank account numbers. */
export interface TerminalValues {
  method: string;
  type: string;
  /** As typed. The API uses the same field name in its errors. */
  amountCents: string;
  accountType: string;
  secCode: string;
  firstName: string;
  lastName: string;
  street: string;
  city: string;
  region: string;
  zip: string;
  email: string;
  phone: string;
  customId: string;
  invoice: string;
  description: string;
  receipt: boolean;
}

export const EMPTY_VALUES: TerminalValues = {
  method: "card",
  type: "SALE",
  amountCents: "",
  accountType: "checking",
  secCode: "",
  firstName: "",
  lastName: "",
  street: "",
  city: "",
  region: "",
  zip: "",
  email: "",
  phone: "",
  customId: "",
  invoice: "",
  description: "",
  receipt: false,
};
