/** Serves the logo and the colors of a form, at addresses that change with their content. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormBrand } from "../../core/forms/brand/form-brand.ts";
import type { OpenForm } from "../../core/forms/open-form.ts";
import { writeBrandStyle } from "./brand-style.ts";
import type { FormInterfaceNeeds } from "./call.ts";
import { sendPageNotFound } from "./errors.ts";
import type { PageBrand } from "./page.ts";

const HIDDEN = { schema: { hide: true } };

/** A file of a merchant can run nothing, even if it is opened as a page. */
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

export function serveBrands(scope: FastifyInstance, needs: FormInterfaceNeeds): void {
  const isTrial = needs.environment === "certification";
  scope.get("/:form/logo/:hash", HIDDEN, async (request, reply) => {
    const { form, hash } = request.params as { readonly form: string; readonly hash: string };
    const found = await needs.forms.findByName(form);
    const logo = found && (await needs.brands.findLogo(found.accountId, hash));
    if (logo === undefined) return sendPageNotFound(reply, isTrial);
    return sendBrandFile(reply, logo.mediaType, Buffer.from(logo.content));
  });
  scope.get("/:form/brand/:file", HIDDEN, async (request, reply) => {
    const style = await findStyle(needs, request);
    if (style === undefined) return sendPageNotFound(reply, isTrial);
    return sendBrandFile(reply, "text/css; charset=utf-8", style);
  });
}

function sendBrandFile(reply: FastifyReply, type: string, content: string | Buffer) {
  return reply.headers(HEADERS).type(type).send(content);
}

/** Only of the current color: the address of an earlier one is not found. */
async function findStyle(needs: FormInterfaceNeeds, request: FastifyRequest) {
  const { form, file } = request.params as { readonly form: string; readonly file: string };
  const found = await needs.forms.findByName(form);
  const brand = found && (await needs.brands.findBrand(found.accountId));
  const style = brand?.color ? writeBrandStyle(brand.color) : undefined;
  return style?.name === file ? style.css : undefined;
}

export function findPageBrand(
  { brands }: Pick<FormInterfaceNeeds, "brands">,
  { form }: OpenForm,
): Promise<PageBrand> {
  return brands.findBrand(form.accountId).then((brand) => toPageBrand(form.name, brand));
}

export function toPageBrand(formName: string, brand: FormBrand): PageBrand {
  const { color, buttonText, logo } = brand;
  const base = `/pay/${formName}`;
  return {
    ...(color !== null && { styleUrl: `${base}/brand/${writeBrandStyle(color).name}` }),
    ...(buttonText !== null && { buttonText }),
    ...(logo !== null && { logo: { ...logo, url: `${base}/logo/${logo.hash}` } }),
  };
}
