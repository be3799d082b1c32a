/** The look of a merchant's payment forms: color, button text, logo, and a preview as customers see it. */
import type { FastifyReply } from "fastify";
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { judgeColor } from "../../../core/forms/brand/brand-palette.ts";
import {
  changeBrand,
  findBrand,
  findLogo,
  type LogoNeeds,
  type LogoOutcome,
  removeLogo,
  setLogo,
} from "../../../core/forms/brand/edit-brand.ts";
import {
  applyBrandChange,
  BUTTON_TEXT_MAX,
  DEFAULT_COLOR,
  type FormBrand,
  LOGO_BYTES_MAX,
} from "../../../core/forms/brand/form-brand.ts";
import { findForm, listForms } from "../../../core/forms/edit-forms.ts";
import { type OpenForm, withFormAccount } from "../../../core/forms/open-form.ts";
import { DEFAULT_FORM_SETTINGS, type PaymentForm } from "../../../core/forms/payment-form.ts";
import { type Color, parseColor } from "../../../values/colors/color.ts";
import { must } from "../../../wire/reader/check.ts";
import { takeTrimmedText } from "../../../wire/reader/json-rules.ts";
import { ownProblem } from "../../../wire/reader/problem.ts";
import { textRule } from "../../../wire/reader/rule.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { invalid } from "../errors.ts";
import type { ColorCheck, FormBrandView } from "../forms/contract.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, BASE_PATH, type Call, type Routes } from "../routes.ts";
import { brandErrorTexts, logoErrorText } from "./brand-texts.ts";

type Scheme = "light" | "dark";

/** Writes the hosted page, which another interface owns. */
export interface FormPreview {
  writePage(opened: OpenForm, look: PreviewLook): string;
  writeStyle(color: Color, scheme: Scheme): string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PreviewLook {
  readonly scheme: Scheme;
  readonly styleUrl: string;
  readonly buttonText: string | null;
  readonly logo: (NonNullable<FormBrand["logo"]> & { readonly url: string }) | null;
}

export interface FormBrandNeeds extends AccountNeeds, LogoNeeds {
  readonly merchants: Pick<AccountStore, "findAccount">;
  readonly formPreview: FormPreview;
}

const PATH = "/form-brand";
const API = `${BASE_PATH}/api${PATH}`;
const SCHEMES: readonly Scheme[] = ["light", "dark"];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4;

export function addFormBrand(routes: Routes, needs: FormBrandNeeds): void {
  routes.get(PATH, "forms", async (call) =>
    writeBrand(await findBrand(needs.db, merchantAccountId(call))),
  );
  routes.patch(PATH, "forms", async (call) => {
    const act = { change: readBrandBody(call.body), by: actingParty(call) };
    const outcome = await changeBrand(needs, merchantAccountId(call), act);
    if (outcome.kind === "refused") throw invalid(brandErrorTexts(outcome.errors));
    return outcome.kind === "saved" ? writeBrand(outcome.brand) : undefined;
  });
  routes.post(`${PATH}/logo`, "forms", async (call) => {
    const act = { bytes: readLogo(call.body), by: actingParty(call) };
    return writeLogoOutcome(await setLogo(needs, merchantAccountId(call), act));
  });
  routes.delete(`${PATH}/logo`, "forms", async (call) =>
    writeLogoOutcome(await removeLogo(needs, merchantAccountId(call), actingParty(call))),
  );
  routes.get(`${PATH}/color`, "forms", async (call) => checkColor(call));
  addPreview(routes, needs);
}

/** The files of the preview. Its address names the look, also before it is saved. */
function addPreview(routes: Routes, needs: FormBrandNeeds): void {
  const { formPreview, db } = needs;
  routes.deliver(`${PATH}/preview`, "forms", async (call, reply) => {
    const html = await writePreview(needs, call);
    return sendFile(reply.headers(formPreview.headers), "text/html; charset=utf-8", html);
  });
  routes.deliver(`${PATH}/style.css`, "forms", async (call, reply) => {
    const { scheme, color } = readLook(call);
    return sendFile(reply, "text/css; charset=utf-8", formPreview.writeStyle(color, scheme));
  });
  routes.deliver(`${PATH}/logo/:hash`, "forms", async (call, reply) => {
    const logo = await findLogo(db, merchantAccountId(call), call.param("hash"));
    if (logo === undefined) throw new RequestError("not_found", "path");
    return sendFile(reply, logo.mediaType, Buffer.from(logo.content));
  });
}

function sendFile(reply: FastifyReply, type: string, content: string | Buffer) {
  return reply.header("x-content-type-options", "nosniff").type(type).send(content);
}

async function writePreview(needs: FormBrandNeeds, call: Call): Promise<string> {
  const accountId = merchantAccountId(call);
  const account = await needs.merchants.findAccount(accountId);
  if (account === undefined) throw new RequestError("not_found", "path");
  const saved = await findBrand(needs.db, accountId);
  const form = await findShownForm(needs, accountId, call.query.text("form") ?? "");
  const { scheme, color } = readLook(call);
  const { brand } = applyBrandChange(saved, { buttonText: call.query.text("buttonText") ?? "" });
  const { logo } = saved;
  return needs.formPreview.writePage(
    withFormAccount(form ?? { ...SAMPLE, accountId, title: account.name }, account),
    {
      scheme,
      styleUrl: `${API}/style.css?${new URLSearchParams({ scheme, color })}`,
      buttonText: brand.buttonText?.slice(0, BUTTON_TEXT_MAX) ?? null,
      logo: logo && { ...logo, url: `${API}/logo/${logo.hash}` },
    },
  );
}

/** For an account without forms. */
const SAMPLE: PaymentForm = {
  ...DEFAULT_FORM_SETTINGS,
  accountId: "",
  name: "sample",
  title: "",
  isActive: true,
  hasReturnSecret: false,
};

async function findShownForm(
  { db }: FormBrandNeeds,
  accountId: string,
  name: string,
): Promise<PaymentForm | undefined> {
  if (name !== "") return findForm(db, accountId, name);
  return (await listForms(db, accountId))[0];
}

/** A color that is not allowed is shown as the nearest one that is. */
function readLook({ query }: Call) {
  const scheme = query.choice("scheme", SCHEMES) ?? "light";
  const asked = parseColor(query.text("color") ?? "") ?? DEFAULT_COLOR;
  const verdict = judgeColor(asked);
  return { scheme, color: verdict.kind === "allowed" ? asked : verdict.nearest };
}

function checkColor({ query }: Call): ColorCheck {
  const color = query.text("color") ?? "";
  const { errors } = applyBrandChange({ color: null, buttonText: null, logo: null }, { color });
  const [error] = errors;
  if (error === undefined) return { isAllowed: true };
  return {
    isAllowed: false,
    message: brandErrorTexts(errors)["color"] ?? "",
    ...("nearest" in error && { nearest: error.nearest }),
  };
}

function readBrandBody(body: Body) {
  const text = (name: string) => (body.isText(name) ? (body.optionalText(name) ?? "") : undefined);
  const change = { color: text("color"), buttonText: text("buttonText") };
  body.settle();
  return change;
}

const TOO_LARGE = ownProblem(logoErrorText("too_large"));
const LOGO = textRule<string>(
  (sent) => (String(sent ?? "").length > BASE64_MAX ? TOO_LARGE : takeTrimmedText(sent)),
  [must((text) => BASE64.test(text), ownProblem(logoErrorText("not_a_picture")))],
);

function readLogo(body: Body): Uint8Array {
  const content = body.read("content", LOGO);
  body.settle();
  return Buffer.from(content, "base64");
}

function writeLogoOutcome(outcome: LogoOutcome): FormBrandView | undefined {
  if (outcome.kind === "bad_logo") throw invalid({ content: logoErrorText(outcome.why) });
  return outcome.kind === "saved" ? writeBrand(outcome.brand) : undefined;
}

function writeBrand({ color, buttonText, logo }: FormBrand): FormBrandView {
  return {
    ...(color !== null && { color }),
    ...(buttonText !== null && { buttonText }),
    ...(logo !== null && { logo: { ...logo, url: `${API}/logo/${logo.hash}` } }),
    defaultColor: DEFAULT_COLOR,
    buttonTextMax: BUTTON_TEXT_MAX,
    logoBytesMax: LOGO_BYTES_MAX,
  };
}
