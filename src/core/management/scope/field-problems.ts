/**
 * What can be wrong with a value of a request, as kinds with their limits. Interfaces turn a kind
 * into a sentence and a code; the core never writes either.
 */

/** Found while the request is read. */
type PlainInputKind =
  | "required"
  | "not_an_object"
  | "not_an_array"
  | "not_text"
  | "not_one_line"
  | "not_true_or_false"
  | "not_a_whole_number"
  | "not_a_date"
  | "not_a_uuid"
  | "not_an_email"
  | "not_a_country_code"
  | "not_a_ksn_prefix"
  | "not_an_rsa_public_key"
  | "not_an_address_list"
  | "not_an_address_or_range"
  | "has_colon"
  | "reference_without_id_or_name"
  | "needs_partner_key"
  | "repeated_parameter"
  | "unknown_country"
  | "unknown_device_type"
  | "unknown_device_state";

/** Found by the rules of the core, most of them by comparing with stored records. */
type PlainRuleKind =
  | "taken"
  | "taken_meanwhile"
  | "in_use"
  | "own_user"
  | "own_partner"
  | "own_rights"
  | "last_administrator"
  | "rights_of_last_administrator"
  | "fixed"
  | "unknown_reference"
  | "ambiguous_reference"
  | "client_of_other_partner"
  | "not_the_direct_partner"
  | "needs_active_user"
  | "not_new_at_first"
  | "in_the_future"
  | "repeated_device"
  | "device_of_other_client"
  | "too_many_secrets"
  | "user_without_secrets";

export type PlainProblemKind = PlainInputKind | PlainRuleKind;

type PlainProblem = { [Kind in PlainProblemKind]: { readonly kind: Kind } }[PlainProblemKind];

type LimitProblem =
  | { readonly kind: "too_long"; readonly lengthMax: number }
  | { readonly kind: "too_short"; readonly lengthMin: number }
  | { readonly kind: "too_few_bits"; readonly bitsMin: number }
  | { readonly kind: "too_many_items"; readonly max: number }
  | { readonly kind: "wrong_item_count"; readonly min: number; readonly max: number }
  | { readonly kind: "out_of_range"; readonly min: number; readonly max: number }
  | { readonly kind: "not_whole_in_range"; readonly min: number; readonly max: number }
  | { readonly kind: "not_a_choice"; readonly choices: readonly string[] }
  | { readonly kind: "unknown_parameter"; readonly known: readonly string[] };

type StoredProblem =
  | { readonly kind: "wrong_version"; readonly current: number }
  | { readonly kind: "state_not_reachable"; readonly from: string | undefined; readonly to: string }
  | { readonly kind: "on_other_line"; readonly line: number };

export type FieldProblem = PlainProblem | LimitProblem | StoredProblem;
export type FieldProblemKind = FieldProblem["kind"];
