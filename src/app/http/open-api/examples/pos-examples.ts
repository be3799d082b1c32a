/** Examples of the point of sale. */
import { type CallExample, type ExampleValues, earlier, fromTest } from "./call-example.ts";

interface Parts {
  readonly parameters?: ExampleValues;
  readonly body?: ExampleValues;
}

function call(
  operationId: string,
  summary: string,
  { status = 200, ...parts }: Parts & { readonly status?: number } = {},
): CallExample {
  return { operationId, name: "example", summary, ...parts, status };
}

const created = (operationId: string) => earlier(operationId, "example", "id");
const byId = (operationId: string) => ({ parameters: { id: created(operationId) } });
const THE_SALE = byId("createSale");

const ACCOUNT: readonly CallExample[] = [
  call("logInPosUser", "Log in as the owner", {
    body: {
      account_id: 120000000001,
      email: "owner@books.test",
      passsword: "certification-owner",
    },
  }),
  call("getPosAccount", "The account"),
  call("updatePosAccount", "Set the address for receipts", {
    body: { receipt_email: "receipts@books.test" },
  }),
];

const USERS: readonly CallExample[] = [
  call("createPosUser", "A cashier", {
    status: 201,
    body: {
      email: "ann@books.test",
      role: "cashier",
      first_name: "Ann",
      password: "a-long-password",
    },
  }),
  call("listPosUsers", "The first page", { parameters: { per_page: 1 } }),
  call("getPosUser", "The cashier", byId("createPosUser")),
  call("updatePosUser", "Add a last name", {
    ...byId("createPosUser"),
    body: { last_name: "Page" },
  }),
  call("updatePosUserByPost", "Make the cashier a manager", {
    ...byId("createPosUser"),
    body: { role: "manager" },
  }),
  call("requestPosPasswordReset", "Ask for a link", {
    body: { account_id: 120000000001, email: "ann@books.test" },
  }),
  call("setPosPassword", "Set a password with the link", {
    body: { reset_token: fromTest("reset_token"), password: "another-long-password" },
  }),
];

const CATALOG: readonly CallExample[] = [
  call("createCategory", "A category", { status: 201, body: { name: "Drinks" } }),
  call("listCategories", "The first page", { parameters: { per_page: 1 } }),
  call("getCategory", "A category", byId("createCategory")),
  call("updateCategory", "Rename it", {
    ...byId("createCategory"),
    body: { name: "Hot drinks" },
  }),
  call("updateCategoryByPost", "Rename it again", {
    ...byId("createCategory"),
    body: { name: "Drinks" },
  }),
  call("createTaxRate", "A tax rate", { status: 201, body: { name: "City", amount: "8.875" } }),
  call("listTaxRates", "The first page", { parameters: { per_page: 1 } }),
  call("getTaxRate", "A tax rate", byId("createTaxRate")),
  call("updateTaxRate", "Change the percentage", {
    ...byId("createTaxRate"),
    body: { amount: "9" },
  }),
  call("updateTaxRateByPost", "Change it back", {
    ...byId("createTaxRate"),
    body: { amount: "8.875" },
  }),
  call("createItem", "An item", { status: 201, body: { name: "Coffee", price: "3.50" } }),
  {
    operationId: "createItem",
    name: "taxed",
    summary: "An item of a category, with a tax rate",
    body: {
      name: "Tea",
      price: "3.00",
      category_id: created("createCategory"),
      tax_rate_ids: [created("createTaxRate")],
    },
    status: 201,
  },
  call("listItems", "The first page", { parameters: { per_page: 1 } }),
  call("getItem", "An item", byId("createItem")),
  call("updateItem", "Change the price", { ...byId("createItem"), body: { price: "3.75" } }),
  call("updateItemByPost", "Change the name", {
    ...byId("createItem"),
    body: { name: "Large coffee" },
  }),
  {
    operationId: "getPhoto",
    name: "example",
    summary: "A photo",
    parameters: { id: fromTest("photo") },
    status: 200,
    type: "image/png",
  },
];

const SALES: readonly CallExample[] = [
  call("createSale", "A cash sale of one line", {
    status: 201,
    body: {
      "line_items[0][name]": "Gift wrap",
      "line_items[0][price]": "1.99",
      subtotal: "1.99",
      total: "1.99",
    },
  }),
  call("listSales", "The newest sale", { parameters: { per_page: 1 } }),
  call("getSale", "A sale", THE_SALE),
  call("emailReceipt", "Send the receipt", { ...THE_SALE, body: { email: "bob@customer.test" } }),
  call("refundSale", "Refund a part", { ...THE_SALE, body: { refund_amount: "0.99" } }),
];

const ERRORS: readonly CallExample[] = [
  {
    operationId: "logInPosUser",
    name: "wrongLogin",
    summary: "A wrong password",
    body: { account_id: 120000000001, email: "owner@books.test", passsword: "not-my-password" },
    status: 401,
  },
  {
    operationId: "createSale",
    name: "wrongTotal",
    summary: "A wrong total",
    body: {
      "line_items[0][name]": "Gift wrap",
      "line_items[0][price]": "1.99",
      subtotal: "1.99",
      total: "2.00",
    },
    status: 400,
  },
  {
    operationId: "getItem",
    name: "notFound",
    summary: "An id that does not exist",
    parameters: { id: 999999999 },
    status: 404,
  },
  {
    operationId: "getPosAccount",
    name: "noToken",
    summary: "No token",
    status: 401,
    isRefused: true,
  },
];

/** Last, because the other examples use what these remove. */
const REMOVALS: readonly CallExample[] = [
  call("deleteItem", "Delete an item", { ...byId("createItem"), status: 204 }),
  call("deleteTaxRate", "Delete a tax rate", { ...byId("createTaxRate"), status: 204 }),
  call("deleteCategory", "Delete a category", { ...byId("createCategory"), status: 204 }),
  call("deletePosUser", "Delete a user", { ...byId("createPosUser"), status: 204 }),
  call("changePosPassword", "Set the same password again", {
    body: { old_password: "certification-owner", password: "certification-owner" },
  }),
  call("logOutPosUser", "Log out", { status: 204 }),
];

export const POS_EXAMPLES = [...ACCOUNT, ...USERS, ...CATALOG, ...SALES, ...ERRORS, ...REMOVALS];
