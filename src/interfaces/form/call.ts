/** A request to the hosted form and what its handlers need. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../core/access/rate-limit.ts";
import type { FormNeeds, OpenForm } from "../../core/forms/open-form.ts";

export type FormInterfaceNeeds = FormNeeds & {
  readonly accountLimit: RateLimit;
  /** Counts requests of one address to the forms of one account. */
  readonly addressLimit: RateLimit;
  readonly environment: "certification" | "production";
};

export interface FormCall {
  readonly needs: FormInterfaceNeeds;
  readonly opened: OpenForm;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
