/** Collects the errors of a mapping file, each with its place. */
import { isList, isMembers, type Json, type Members } from "../https-client/json.ts";

export class ErrorList {
  readonly errors: string[] = [];

  add(place: string, error: string): void {
    this.errors.push(`${place} ${error}`);
  }

  /** Anything else counts as an empty object, so that reading can continue. */
  members(place: string, value: Json | undefined): Members {
    if (isMembers(value)) return value;
    this.add(place, "must be an object.");
    return {};
  }

  text(place: string, value: Json | undefined): string {
    if (typeof value === "string") return value;
    this.add(place, "must be a text.");
    return "";
  }

  list(place: string, value: Json | undefined): readonly Json[] {
    if (isList(value) && value.length > 0) return value;
    this.add(place, "must be a list with at least one item.");
    return [];
  }

  refuseOthers(place: string, value: Members, known: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) this.add(place === "" ? name : `${place}.${name}`, "is unknown.");
    }
  }
}
