/** Delivers emails through the mail server, which all accounts share. */
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Mail, MailAnswer, Mailer } from "../../ports/mailer.ts";
import type { ClaimedEvent } from "./delivery.ts";
import type { DeliveryLimits } from "./delivery-limiter.ts";
import type { MailPerson } from "./event.ts";
import type { DeliveryAnswer, Route } from "./route.ts";
import { mailSeal } from "./write-event.ts";

export interface MailRouteNeeds {
  readonly mailer: Mailer;
  readonly custody: KeyCustody;
  /** Whether the person can sign in and has this address now. */
  isActiveLogin(person: MailPerson, email: string): Promise<boolean>;
}

/** Mail servers allow fewer connections than web servers. */
export const MAIL_LIMITS: DeliveryLimits = { overallMax: 8, perTargetMax: 8 };

type Email = Pick<Mail, "to" | "subject" | "text" | "html"> & { readonly person?: MailPerson };

export class MailRoute implements Route {
  readonly kinds = ["mail"] as const;
  readonly #needs: MailRouteNeeds;

  constructor(needs: MailRouteNeeds) {
    this.#needs = needs;
  }

  deliveryTarget(): string {
    return "mail";
  }

  async deliver({ eventId, payload, sealed }: ClaimedEvent): Promise<DeliveryAnswer> {
    const { mailer, custody } = this.#needs;
    const { to, person, subject, text, html } = JSON.parse(payload) as Email;
    if (person !== undefined && !(await this.#needs.isActiveLogin(person, to))) {
      return { outcome: "skipped", isFinalBecause: "not_wanted" };
    }
    const link = sealed && (await custody.open(sealed, mailSeal(eventId)));
    return toDeliveryAnswer(await mailer.send({ id: eventId, to, subject, text, html, link }));
  }
}

function toDeliveryAnswer(answer: MailAnswer): DeliveryAnswer {
  if (answer.kind === "failed") return { outcome: "failed", failure: answer.failure };
  if (answer.kind === "sent") return { outcome: "delivered", answer: answer.answer };
  return {
    outcome: "refused",
    status: answer.status,
    answer: answer.answer,
    isFinalBecause: answer.isFinal ? "refused" : undefined,
  };
}
