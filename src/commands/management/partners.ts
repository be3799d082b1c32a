/** `partners create`: creates a top-level partner with its first user. */
import { resolvePublicUrl } from "../../app/areas/pos.ts";
import type { Config } from "../../config.ts";
import { createRootPartner } from "../../core/management/partners/create-partner.ts";
import { FieldErrors } from "../../core/management/scope/field-errors.ts";
import { StartError } from "../../ports/start-error.ts";
import { Members } from "../../wire/management/members.ts";
import { fieldErrorSentence } from "../../wire/management/problem-texts.ts";
import { readNewRootPartner } from "../../wire/management/read-partner.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineActor, withAuditedInstallation } from "../with-installation.ts";

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
    const needs = { db, custody, clock, publicUrl: resolvePublicUrl(config) };
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
