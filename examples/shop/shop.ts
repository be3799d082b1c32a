/** The web server of the shop: which address does what. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { SixdoorsError, verifyWebhook } from "sixdoors/client";
import { errorPage, orderPage, ordersPage, productsPage } from "./pages.ts";
import {
  applyEvent,
  createOrder,
  type Needs,
  payOrder,
  refundOrder,
  resolveOrder,
  type Source,
} from "./pay-order.ts";
import { listProducts } from "./products.ts";
import { checkOwner, Refusal, readForm, readText, redirect, sendPage } from "./requests.ts";

export interface ShopNeeds extends Needs {
  readonly webhookSecret: string | undefined;
  readonly ownerPassword: string;
  /** Offers test products and fills in a test card. */
  readonly isTest: boolean;
}

interface Call {
  readonly shop: ShopNeeds;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The order in the path. */
  readonly id: string;
}

const ROUTES: readonly [method: string, path: RegExp, answer: (call: Call) => Promise<void>][] = [
  ["GET", /^\/$/, showProducts],
  ["POST", /^\/orders$/, buy],
  ["GET", /^\/orders\/([\w-]+)$/, showOrder],
  ["POST", /^\/orders\/([\w-]+)\/pay$/, pay],
  ["POST", /^\/orders\/([\w-]+)\/refund$/, refund],
  ["GET", /^\/orders$/, showOrders],
  ["POST", /^\/webhook$/, receiveEvent],
];

export function openShop(shop: ShopNeeds): Server {
  return createServer((request, response) => {
    answer(shop, request, response).catch((error) => sendError(response, error));
  });
}

async function answer(shop: ShopNeeds, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? "/", "http://shop");
  for (const [method, path, run] of ROUTES) {
    const found = method === request.method ? path.exec(pathname) : null;
    if (found !== null) return run({ shop, request, response, id: found[1] ?? "" });
  }
  throw new Refusal(404, "This page does not exist.");
}

/** Errors of the client contain no card number, so they can be logged. */
function sendError(response: ServerResponse, error: unknown): void {
  const isRefusal = error instanceof Refusal;
  if (!isRefusal) console.error(error);
  const text = isRefusal ? error.message : "Please try again later. You will not be charged twice.";
  sendPage(response, errorPage(text), isRefusal ? error.status : 500);
}

async function showProducts({ shop, response }: Call): Promise<void> {
  sendPage(response, productsPage(listProducts(shop.isTest)));
}

async function buy({ shop, request, response }: Call): Promise<void> {
  const field = await readForm(request);
  const product = listProducts(shop.isTest).find(({ id }) => id === field("product"));
  if (product === undefined) throw new Refusal(404, "We do not sell this product.");
  const { id } = await createOrder(shop, product);
  redirect(response, `/orders/${id}`);
}

async function showOrder({ shop, response, id }: Call): Promise<void> {
  const order = await shop.orders.update(id, (one) => resolveOrder(shop.client, one));
  if (order === undefined) throw new Refusal(404, "There is no such order.");
  sendPage(response, orderPage(order, shop.isTest));
}

async function pay({ shop, request, response, id }: Call): Promise<void> {
  const source = readSource(await readForm(request));
  await payOrder(shop, id, source);
  redirect(response, `/orders/${id}`);
}

function readSource(field: (name: string) => string): Source {
  if (field("number") !== "") {
    const [number, expiration] = [field("number").replaceAll(/[ -]/g, ""), field("expiration")];
    return { card: { number, expiration, verification: field("verification") } };
  }
  const [routingNumber, accountNumber] = [field("routing"), field("account")];
  return {
    bankAccount: { routingNumber, accountNumber, accountType: "checking", secCode: "WEB" },
    customer: { firstName: field("firstName"), lastName: field("lastName") },
  };
}

async function refund({ shop, request, response, id }: Call): Promise<void> {
  checkOwner(request, shop.ownerPassword);
  await readForm(request);
  await refundOrder(shop, id);
  redirect(response, "/orders");
}

async function showOrders({ shop, request, response }: Call): Promise<void> {
  checkOwner(request, shop.ownerPassword);
  sendPage(response, ordersPage(await shop.orders.list()));
}

/** Tells the gateway to send the event again if the order could not be saved. */
async function receiveEvent({ shop, request, response }: Call): Promise<void> {
  if (shop.webhookSecret === undefined) throw new Refusal(503, "WEBHOOK_SECRET is not set.");
  const body = await readText(request);
  try {
    const event = await verifyWebhook(body, request.headers, shop.webhookSecret);
    await shop.orders.update(event.transaction.customId ?? "", (order) => applyEvent(order, event));
  } catch (error) {
    const isForged = error instanceof SixdoorsError && error.code === "invalid_signature";
    throw isForged ? new Refusal(401, error.message) : error;
  }
  response.writeHead(200).end();
}
