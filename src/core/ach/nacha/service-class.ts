/** Service class codes of batches: credits, debits or both. */
import type { ServiceClass } from "./ach-file.ts";
import type { Direction } from "./transaction-codes.ts";

export const SERVICE_CLASS_CODES: Readonly<Record<ServiceClass, string>> = {
  mixed: "200",
  credits: "220",
  debits: "225",
};

export function parseServiceClass(code: string): ServiceClass | undefined {
  if (code === SERVICE_CLASS_CODES.mixed) return "mixed";
  if (code === SERVICE_CLASS_CODES.credits) return "credits";
  if (code === SERVICE_CLASS_CODES.debits) return "debits";
  return undefined;
}

export function serviceClassAllows(serviceClass: ServiceClass, direction: Direction): boolean {
  return serviceClass === "mixed" || serviceClass === `${direction}s`;
}
