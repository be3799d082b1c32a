/** Why a component was not taken, as a sentence, and which of the fields it is about. */
import type { ImportRefusal } from "../../../ports/key-custody.ts";

export const IMPORT_WORDS: Readonly<Record<ImportRefusal, string>> = {
  bad_name: "The name is not fit for a key.",
  bad_ksi: "The key set identifier is not hex of a fitting length.",
  bad_person: "The person is not named.",
  bad_length: "The component does not have the length of this kind of key.",
  wrong_check_value: "The component does not have this check value: one of them is mistyped.",
  weak_key: "The components make a weak key.",
  published_test_key: "This is a published test key: production refuses it.",
  name_taken: "There is a key of this name.",
  ksi_taken: "There is an active key for this key set identifier.",
  same_person: "The second component must come from another operator.",
  nothing_pending: "No import of this name has been started: the first person gives --kind.",
  not_in_production: "This is not possible in production.",
};
