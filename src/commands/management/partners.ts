/** `partners`: lists partners, and creates a top-level partner with its first user. */
import { openPageLinks } from "../../app/page-links.ts";
import type { Config } from "../../config.ts";
import { createRootPartner } from "../../core/management/partners/create-partner.ts";
import {
  type DirectoryEntry,
  PartnerDirectoryStore,
} from "../../core/management/partners/partner-directory-store.ts";
import { FieldErrors } from "../../core/management/scope/field-errors.ts";
import { StartError } from "../../ports/start-error.ts";
import { Members } from "../../wire/management/members.ts";
import { fieldErrorSentence } from "../../wire/management/problem-texts.ts";
import { readNewRootPartner } from "../../wire/management/read-partner.ts";
import {
  linesOrMessage,
  momentText,
  type OutputOptions,
  print,
  withoutControls,
} from "../output.ts";
import {
  commandLineActor,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

interface CreateOptions extends OutputOptions {
  readonly name: string;
  readonly reference: string;
  readonly country: string;
  readonly address: string;
  readonly city: string;
  readonly user: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export async function createPartnerCommand(config: Config, options: CreateOptions) {
  await withAuditedInstallation(config, async ({ owner: db, custody, clock }) => {
    const needs = { db, custody, clock, links: openPageLinks(config) };
    const partner = readNewRootPartner(new Members(partnerMembers(options)));
    const id = await explainFieldErrors(() =>
      createRootPartner(needs, { actor: commandLineActor() }, partner),
    );
    print(options, { created: id, userName: options.user }, [
      `Partner ${options.reference} was created as ${id}.`,
      `${options.email} gets an email with a link to set the password of ${options.user}${deliveryNote(config)}.`,
    ]);
  });
}

interface ListOptions extends OutputOptions {
  readonly text?: string;
  readonly top?: boolean;
  readonly skip?: string;
}

const TAKE = 100;

export async function listPartnersCommand(config: Config, options: ListOptions): Promise<void> {
  const skip = readSkip(options.skip);
  const isRoot = options.top ? true : undefined;
  await withInstallation(config, async ({ owner }) => {
    const question = { text: options.text, isRoot, take: TAKE, skip };
    const { items, total } = await new PartnerDirectoryStore(owner).searchPartners(question);
    const end = skip + items.length;
    const more = end < total ? [`More: --skip ${end} (${total} in all)`] : [];
    const lines = linesOrMessage("No partner was found.", items.map(partnerLine));
    print(options, { partners: items.map(partnerDocument), total }, [...lines, ...more]);
  });
}

function readSkip(text = "0"): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new StartError("--skip must be a whole number from 0 to 999999999.");
}

function partnerDocument({ createdAt, ...partner }: DirectoryEntry) {
  return { ...partner, createdAt: momentText(createdAt) };
}

function partnerLine({ id, name, reference, isActive, parentName }: DirectoryEntry): string {
  const parent = parentName === null ? "" : `, below ${withoutControls(parentName)}`;
  const state = isActive ? "" : ", disabled";
  return `${id.padStart(8)}  ${withoutControls(reference).padEnd(20)}  ${withoutControls(name)}${parent}${state}`;
}

/** Says where the email is if it is not sent now. */
function deliveryNote({ environment, smtpUrl }: Config): string {
  if (environment === "certification") return "; it is in the console's mailbox";
  return smtpUrl === undefined ? "; it is sent once SMTP_URL is set" : "";
}

function partnerMembers(options: CreateOptions): object {
  const { name, reference, country, address, city, user, ...person } = options;
  return {
    name,
    reference,
    location: {
      name: `${name} office`.slice(0, 255),
      locationType: "Partner Location",
      country: { code: country },
      address1: address,
      city,
    },
    contact: {
      userName: user,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: person.phone,
      userRole: "System Admin",
      isActive: true,
      sendWelcomeEmail: true,
    },
  };
}

async function explainFieldErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error;
    throw new StartError(error.errors.map(fieldErrorSentence).join("\n"));
  }
}
