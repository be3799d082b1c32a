/** The tools of certification: clock, simulators, mailbox, webhooks, request log. */
import type { Routes } from "../routes.ts";

export type CertificationNeeds = object;

export function addCertification(_routes: Routes, _needs: CertificationNeeds): void {}
