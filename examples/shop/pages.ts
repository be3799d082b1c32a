/** The pages of the shop. */
import { type Html, html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { Product } from "./products.ts";

const STYLE = html`body { font: 1.1rem/1.5 system-ui; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
label { display: block; margin: .5rem 0 } input { font: inherit; width: 100%; box-sizing: border-box }
button { font: inherit; padding: .3rem 1rem } li, tr { margin: .5rem 0 } th, td { padding: .3rem 1rem .3rem 0; text-align: left }`;

function page(title: string, content: Html, refreshSeconds?: string): Html {
  const refresh = refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
}

export function productsPage(products: readonly Product[]): Html {
  const rows = products.map(
    ({ id, name, amount }) => html`<li><form method="post" action="/orders">
<input type="hidden" name="product" value="${id}">${name}, $${amount} <button>Buy</button></form></li>`,
  );
  return page("Shop", html`<ul>${rows}</ul>`);
}

/** The order with its forms for payment, or with its outcome. */
export function orderPage(order: Order, isTest: boolean): Html {
  const { id, product, amount, state, message, paidWith } = order;
  const title = `${product}, $${amount}`;
  const home = html`<p><a href="/">Back to the shop</a></p>`;
  if (state === "paying") {
    const text = html`<p role="status">We are checking your payment. Do not pay again.</p>`;
    return page(title, text, "5");
  }
  if (state === "paid") {
    const paid = html`<p role="status">Paid. ${paidWith}</p>${listRefunds(order)}${home}`;
    return page(title, paid);
  }
  if (state === "returned") {
    return page(
      title,
      html`<p role="status">Your bank returned the payment: ${message}</p>${home}`,
    );
  }
  const error = message && html`<p role="alert">Not paid: ${message}</p>`;
  return page(title, html`${error}${cardForm(id, isTest)}${bankForm(id, isTest)}${home}`);
}

function listRefunds({ refunds }: Order): readonly Html[] {
  return Object.values(refunds).map((amount) => html`<p>Refunded: $${amount}</p>`);
}

/** A published test card, so that you can press the button at once. */
const TEST_CARD = { number: "4111111111111111", expiration: "12/30", verification: "123" };
const TEST_BANK = { routing: "021000021", account: "770012345678" };

function cardForm(id: string, isTest: boolean): Html {
  const { number, expiration, verification } = isTest
    ? TEST_CARD
    : { number: "", expiration: "", verification: "" };
  return html`<h2>Pay by card</h2><form method="post" action="/orders/${id}/pay">
<label>Card number <input name="number" value="${number}" required inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiration (MM/YY) <input name="expiration" value="${expiration}" required autocomplete="cc-exp"></label>
<label>Security code <input name="verification" value="${verification}" required inputmode="numeric" autocomplete="cc-csc"></label>
<button>Pay by card</button></form>`;
}

function bankForm(id: string, isTest: boolean): Html {
  const { routing, account } = isTest ? TEST_BANK : { routing: "", account: "" };
  return html`<h2>Pay by bank account</h2><form method="post" action="/orders/${id}/pay">
<label>First name <input name="firstName" value="${isTest ? "Jim" : ""}" required autocomplete="given-name"></label>
<label>Last name <input name="lastName" value="${isTest ? "Smith" : ""}" required autocomplete="family-name"></label>
<label>Routing number <input name="routing" value="${routing}" required inputmode="numeric"></label>
<label>Account number <input name="account" value="${account}" required inputmode="numeric"></label>
<button>Pay by bank account</button></form>`;
}

/** For the owner of the shop. */
export function ordersPage(orders: readonly Order[]): Html {
  const rows = orders.map((order) => {
    const { id, product, amount, state, message, refunds } = order;
    const isOpen = state === "paid" && Object.keys(refunds).length === 0;
    const refund = isOpen
      ? html`<form method="post" action="/orders/${id}/refund"><button>Refund</button></form>`
      : listRefunds(order);
    return html`<tr><td><a href="/orders/${id}">${product}</a></td><td>$${amount}</td>
<td>${state} ${message}</td><td>${refund}</td></tr>`;
  });
  const head = html`<tr><th>Product</th><th>Amount</th><th>State</th><th>Refund</th></tr>`;
  return page("Orders", html`<table>${head}${rows}</table>`);
}

export function errorPage(message: string): Html {
  return page("Something went wrong", html`<p role="alert">${message}</p>`);
}
