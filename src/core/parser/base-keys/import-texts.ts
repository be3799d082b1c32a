/** The sentence for each reason to refuse a key component. */
import type { ImportRefusal } from "../../../ports/key-custody.ts";
import { SECOND_PERSON_TEXTS } from "../../../values/logins/second-person.ts";

export const IMPORT_REFUSAL_TEXTS: Readonly<Record<ImportRefusal, string>> = {
  bad_name:
    "The name is not valid. Use 1 to 64 letters, digits, dots, dashes or underscores, and start with a letter or a digit.",
  bad_ksi: "The key set identifier is not valid. Use at most 14 hex digits for TDES or 16 for AES.",
  bad_person: "The name of the operator is missing.",
  bad_length:
    "The component has the wrong length. Use 32 hex digits for tdes-2key and aes-128, 48 for tdes-3key and aes-192, or 64 for aes-256.",
  wrong_check_value: "The check value does not match the component. Check both for typing errors.",
  weak_key: "The components produce a weak key. Generate new components.",
  published_test_key: "This is a published test key. Production does not accept it.",
  name_taken: "A key with this name already exists.",
  ksi_taken: "An active key for this key set identifier already exists. Retire it first.",
  same_person: "The second component must be entered by another operator.",
  ...SECOND_PERSON_TEXTS,
  nothing_pending: "No import with this name is pending. The first operator starts it with --kind.",
  not_in_production: "This is not possible in production.",
};
