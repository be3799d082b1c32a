/** What a virtual terminal's form keeps while it is filled in. */

/** Everything but numbers of cards and bank accounts. */
export interface Typed {
  method: string;
  type: string;
  /** As it was typed; the interface names the same field so. */
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

export const EMPTY: Typed = {
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
