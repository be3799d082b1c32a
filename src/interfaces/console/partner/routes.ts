/** A partner's tree, clients, locations, people, devices, attestations and credentials. */
import type { Routes } from "../routes.ts";

export type PartnerNeeds = object;

export function addPartner(_routes: Routes, _needs: PartnerNeeds): void {}
