/** Formats of single values in a payment request. */
import { isEmailAddress } from "../../../values/email-address.ts";

const isDigit = (code: number) => code >= 48 && code <= 57;

export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text.charCodeAt(at))) return false;
  }
  return text !== "";
}

/** A card verification value (CVV). */
export function isVerification(text: string): boolean {
  return (text.length === 3 || text.length === 4) && isDigits(text);
}

/** Four numbers of up to 255; leading zeros are allowed. */
export function isIpAddress(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => isDigits(part) && Number(part) <= 255);
}

export function isEmail(text: string): boolean {
  return isEmailAddress(text);
}
