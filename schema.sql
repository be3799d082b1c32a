-- The schema that the migrations make, printed from the catalogs; monthly partitions left out.
-- Written by `npm run schema`: add a migration instead of editing it.

create schema public;
grant usage on schema public to public;

create schema simulator;
grant usage on schema simulator to sixdoors_payments;

create unlogged table access_changes (
  xid xid8 not null default pg_current_xact_id(),
  subject text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint access_changes_pkey PRIMARY KEY (xid, subject)
);
CREATE INDEX access_changes_age ON access_changes USING btree (changed_at);
grant delete, select on access_changes to sixdoors_app;

create table account_key_uses (
  account_id bigint not null,
  digest bytea not null,
  used_at timestamp with time zone not null,
  constraint account_key_uses_account_id_digest_fkey FOREIGN KEY (account_id, digest) REFERENCES account_keys(account_id, digest) ON DELETE CASCADE,
  constraint account_key_uses_pkey PRIMARY KEY (account_id, digest)
);
alter table account_key_uses enable row level security;
alter table account_key_uses force row level security;
create policy account_key_uses_noted on account_key_uses to sixdoors_payments using (true);
create policy account_key_uses_owner on account_key_uses to owner using (true);
create policy account_key_uses_visible on account_key_uses for select to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant insert, select, update on account_key_uses to sixdoors_payments;
grant select on account_key_uses to sixdoors_app;

create table account_keys (
  account_id bigint not null,
  digest bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  ends_with text,
  key_name text,
  starts_with text,
  created_by text,
  constraint account_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_keys_pkey PRIMARY KEY (account_id, digest)
);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON account_keys FOR EACH ROW EXECUTE FUNCTION tell_access_change('account', 'account_id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON account_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on account_keys to sixdoors_app;
grant select on account_keys to sixdoors_payments;

create table accounts (
  id bigint not null,
  name text not null,
  time_zone text not null,
  currency text not null default 'USD'::text,
  is_active boolean not null default true,
  is_agent boolean not null default false,
  parent_id bigint,
  receipt_email text,
  card_processor text,
  ach_processor text,
  ach_default_sec_code text not null default 'WEB'::text,
  allows_credit boolean not null default false,
  declines_avs text not null default ''::text,
  declines_cvv text not null default ''::text,
  authorization_days smallint not null default 7,
  tax_before_discount boolean not null default false,
  created_at timestamp with time zone not null default now(),
  needs_agent boolean generated always as (
CASE
    WHEN is_active AND parent_id IS NOT NULL THEN true
    ELSE NULL::boolean
END) stored,
  ach_cut_offs text[],
  partner_id bigint,
  card_merchant_id text,
  card_terminal_id text,
  card_category_code text,
  duplicate_minutes integer not null default 0,
  applies_ach_changes boolean not null default true,
  ach_retry_days smallint not null default 0,
  allows_free_credit boolean not null default false,
  ach_same_day boolean not null default false,
  ach_addenda boolean not null default false,
  ach_prenotes boolean not null default false,
  ach_return_stop boolean not null default false,
  dual_control boolean not null default false,
  credit_approval_cents bigint,
  constraint accounts_ach_default_sec_code_check CHECK (ach_default_sec_code = ANY (ARRAY['CCD'::text, 'PPD'::text, 'WEB'::text, 'TEL'::text, 'POP'::text, 'ARC'::text, 'RCK'::text])),
  constraint accounts_ach_retry_days_check CHECK (ach_retry_days >= 0 AND ach_retry_days <= 60),
  constraint accounts_agent_unique UNIQUE (id, is_agent),
  constraint accounts_authorization_days_check CHECK (authorization_days >= 1 AND authorization_days <= 30),
  constraint accounts_credit_approval_check CHECK (credit_approval_cents >= 0),
  constraint accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint accounts_duplicate_minutes_check CHECK (duplicate_minutes >= 0 AND duplicate_minutes <= 1440),
  constraint accounts_id_check CHECK (id >= 1 AND id <= '999999999999'::bigint),
  constraint accounts_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES accounts(id),
  constraint accounts_parent_is_agent FOREIGN KEY (parent_id, needs_agent) REFERENCES accounts(id, is_agent),
  constraint accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint accounts_pkey PRIMARY KEY (id)
);
CREATE INDEX accounts_parent ON accounts USING btree (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX accounts_partner ON accounts USING btree (partner_id) WHERE partner_id IS NOT NULL;
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION tell_access_change('account', 'id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant insert, select, update on accounts to sixdoors_app;
grant select on accounts to sixdoors_payments;

create table ach_batches (
  account_id bigint not null,
  file_id bigint not null,
  number integer not null,
  account_number integer not null,
  sec_code text not null,
  direction text not null,
  entry_count integer not null default 0,
  amount_cents bigint not null default 0,
  is_retry boolean not null default false,
  company_name text not null default ''::text,
  constraint ach_batches_direction_check CHECK (direction = ANY (ARRAY['debit'::text, 'credit'::text])),
  constraint ach_batches_file_id_fkey FOREIGN KEY (file_id) REFERENCES ach_files(id) ON DELETE CASCADE,
  constraint ach_batches_one_of_a_kind UNIQUE (file_id, account_id, sec_code, direction, is_retry),
  constraint ach_batches_pkey PRIMARY KEY (account_id, file_id, number)
);
CREATE INDEX ach_batches_by_account ON ach_batches USING btree (account_id, account_number);
grant delete, insert, select, update on ach_batches to sixdoors_payments;
grant select on ach_batches to sixdoors_app;

create table ach_counters (
  connection text not null,
  last_sequence integer not null,
  constraint ach_counters_last_sequence_check CHECK (last_sequence >= 0),
  constraint ach_counters_pkey PRIMARY KEY (connection)
);
grant delete, insert, select, update on ach_counters to sixdoors_payments;
grant select on ach_counters to sixdoors_app;

create table ach_entries (
  account_id bigint not null,
  transaction_id bigint not null,
  file_id bigint not null,
  batch_number integer not null,
  sequence integer not null,
  trace_number bigint not null,
  amount_cents integer not null,
  presentment smallint not null default 0,
  reversal_id bigint,
  reversal_trace bigint,
  constraint ach_entries_pkey PRIMARY KEY (account_id, transaction_id, presentment),
  constraint ach_entries_presentment_check CHECK (presentment >= 0 AND presentment <= 2)
);
CREATE INDEX ach_entries_by_trace ON ach_entries USING btree (trace_number);
CREATE UNIQUE INDEX ach_entries_in_file ON ach_entries USING btree (file_id, batch_number, sequence, account_id);
grant delete, insert, select, update on ach_entries to sixdoors_payments;
grant select on ach_entries to sixdoors_app;

create table ach_file_parts (
  file_id bigint not null,
  part integer not null,
  sealed bytea not null,
  constraint ach_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES ach_files(id) ON DELETE CASCADE,
  constraint ach_file_parts_pkey PRIMARY KEY (file_id, part)
);
grant delete, insert, select, update on ach_file_parts to sixdoors_payments;

create table ach_files (
  id bigint not null generated always as identity,
  connection text not null,
  cut_off text not null,
  cut_off_at timestamp with time zone not null,
  name text not null,
  created_at timestamp with time zone not null,
  id_modifier text not null,
  settles_on date not null,
  state text not null,
  first_sequence integer not null,
  last_sequence integer not null,
  entry_count integer not null default 0,
  debit_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  digest bytea,
  handed_over_at timestamp with time zone,
  funded_on date,
  settled_at timestamp with time zone,
  draft_name text,
  hand_over_tries integer,
  unconfirmed_since timestamp with time zone,
  constraint ach_files_draft_claimed CHECK ((state = ANY (ARRAY['prepared'::text, 'handed_over'::text])) = (draft_name IS NOT NULL)),
  constraint ach_files_name_unique UNIQUE (name),
  constraint ach_files_one_per_window UNIQUE (connection, cut_off, cut_off_at),
  constraint ach_files_pkey PRIMARY KEY (id),
  constraint ach_files_state_check CHECK (state = ANY (ARRAY['building'::text, 'fixed'::text, 'prepared'::text, 'handed_over'::text])),
  constraint ach_files_unconfirmed_sent CHECK (unconfirmed_since IS NULL OR state = 'handed_over'::text)
);
CREATE INDEX ach_files_age ON ach_files USING btree (created_at);
CREATE INDEX ach_files_to_settle ON ach_files USING btree (funded_on) WHERE state = 'handed_over'::text AND settled_at IS NULL;
CREATE INDEX ach_files_under_way ON ach_files USING btree (connection, id) WHERE state <> 'handed_over'::text;
grant delete, insert, select, update on ach_files to sixdoors_payments;
grant select on ach_files to sixdoors_app;

create table ach_inbound_files (
  id bigint not null generated always as identity,
  connection text not null,
  name text not null,
  digest bytea not null,
  byte_count bigint not null,
  received_at timestamp with time zone not null,
  state text not null,
  item_count integer not null,
  unmatched_count integer not null,
  errors text,
  resolved_at timestamp with time zone,
  resolved_by text,
  resolution text,
  constraint ach_inbound_files_once UNIQUE (connection, digest),
  constraint ach_inbound_files_pkey PRIMARY KEY (id),
  constraint ach_inbound_files_state_check CHECK (state = ANY (ARRAY['read'::text, 'invalid'::text, 'too_big'::text]))
);
CREATE INDEX ach_inbound_files_age ON ach_inbound_files USING btree (received_at);
CREATE INDEX ach_inbound_files_unread ON ach_inbound_files USING btree (received_at) WHERE state <> 'read'::text AND resolved_at IS NULL;
grant delete, insert, select, update on ach_inbound_files to sixdoors_payments;
grant select on ach_inbound_files to sixdoors_app;

create table ach_inbound_parts (
  file_id bigint not null,
  part integer not null,
  sealed bytea not null,
  constraint ach_inbound_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES ach_inbound_files(id) ON DELETE CASCADE,
  constraint ach_inbound_parts_pkey PRIMARY KEY (file_id, part)
);
grant delete, insert, select, update on ach_inbound_parts to sixdoors_payments;

create table ach_notices (
  account_id bigint not null,
  transaction_id bigint not null,
  notice_number smallint not null,
  kind text not null,
  code text not null,
  detail text not null,
  action_at timestamp with time zone not null,
  is_applied boolean not null default false,
  constraint ach_notices_kind_check CHECK (kind = ANY (ARRAY['change'::text, 'refused_change'::text, 'dishonored_return'::text, 'contested_return'::text, 'reversal'::text])),
  constraint ach_notices_notice_number_check CHECK (notice_number > 0),
  constraint ach_notices_pkey PRIMARY KEY (account_id, transaction_id, notice_number)
);
CREATE INDEX ach_notices_age ON ach_notices USING brin (transaction_id);
grant delete, insert, select, update on ach_notices to sixdoors_payments;
grant select on ach_notices to sixdoors_app;

create table ach_rate_alerts (
  scope text not null,
  subject_id text not null,
  kind text not null,
  level text not null,
  rate double precision not null,
  returned integer not null,
  debits integer not null,
  since timestamp with time zone not null,
  constraint ach_rate_alerts_kind_check CHECK (kind = ANY (ARRAY['unauthorized'::text, 'administrative'::text, 'overall'::text])),
  constraint ach_rate_alerts_level_check CHECK (level = ANY (ARRAY['near'::text, 'over'::text])),
  constraint ach_rate_alerts_pkey PRIMARY KEY (scope, subject_id, kind),
  constraint ach_rate_alerts_scope_check CHECK (scope = ANY (ARRAY['account'::text, 'company'::text]))
);
grant delete, insert, select, update on ach_rate_alerts to sixdoors_payments;
grant select on ach_rate_alerts to sixdoors_app;

create table ach_retries (
  account_id bigint not null,
  transaction_id bigint not null,
  retry_number smallint not null default 0,
  retry_at timestamp with time zone,
  company_name text,
  constraint ach_retries_pkey PRIMARY KEY (account_id, transaction_id),
  constraint ach_retries_retry_number_check CHECK (retry_number >= 0 AND retry_number <= 2)
);
CREATE INDEX ach_retries_age ON ach_retries USING brin (transaction_id);
CREATE INDEX ach_retries_due ON ach_retries USING btree (account_id, retry_at) WHERE retry_at IS NOT NULL;
alter table ach_retries enable row level security;
alter table ach_retries force row level security;
create policy ach_retries_owner on ach_retries to owner using (true);
create policy ach_retries_paid on ach_retries to sixdoors_payments using (true);
create policy ach_retries_visible on ach_retries to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select, update on ach_retries to sixdoors_payments;
grant select on ach_retries to sixdoors_app;
grant update (retry_at) on ach_retries to sixdoors_app;

create table ach_reversals (
  id bigint not null generated always as identity,
  file_id bigint not null,
  batch_number integer,
  reason text not null,
  note text not null,
  state text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  reversal_file_id bigint,
  constraint ach_reversals_by_two_people CHECK ((state = ANY (ARRAY['requested'::text, 'rejected'::text])) OR state = 'expired'::text AND decided_by IS NULL OR decided_by IS NOT NULL AND lower(decided_by) <> lower(requested_by)),
  constraint ach_reversals_file_id_fkey FOREIGN KEY (file_id) REFERENCES ach_files(id) ON DELETE CASCADE,
  constraint ach_reversals_pkey PRIMARY KEY (id),
  constraint ach_reversals_reason_check CHECK (reason = ANY (ARRAY['duplicate'::text, 'wrong_receiver'::text, 'wrong_amount'::text, 'wrong_date'::text])),
  constraint ach_reversals_reversal_file_id_fkey FOREIGN KEY (reversal_file_id) REFERENCES ach_files(id) ON DELETE SET NULL,
  constraint ach_reversals_state_check CHECK (state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'made'::text, 'sent'::text, 'expired'::text, 'empty'::text]))
);
CREATE INDEX ach_reversals_made ON ach_reversals USING btree (state) WHERE state = 'made'::text;
CREATE INDEX ach_reversals_open ON ach_reversals USING btree (state) WHERE state = ANY (ARRAY['requested'::text, 'approved'::text]);
grant delete, insert, select, update on ach_reversals to sixdoors_payments;
grant select on ach_reversals to sixdoors_app;

create table ach_reversed_batches (
  file_id bigint not null,
  batch_number integer not null,
  reversal_id bigint not null,
  constraint ach_reversed_batches_file_id_fkey FOREIGN KEY (file_id) REFERENCES ach_files(id) ON DELETE CASCADE,
  constraint ach_reversed_batches_pkey PRIMARY KEY (file_id, batch_number),
  constraint ach_reversed_batches_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES ach_reversals(id) ON DELETE CASCADE
);
grant delete, insert, select, update on ach_reversed_batches to sixdoors_payments;
grant select on ach_reversed_batches to sixdoors_app;

create table ach_unmatched (
  id bigint not null generated always as identity,
  connection text not null,
  inbound_file_id bigint not null,
  line integer not null,
  kind text not null,
  code text not null,
  trace_number text not null,
  amount_cents bigint not null,
  reason text not null,
  received_at timestamp with time zone not null,
  dealt_at timestamp with time zone,
  dealt_by text,
  note text,
  constraint ach_unmatched_inbound_file_id_fkey FOREIGN KEY (inbound_file_id) REFERENCES ach_inbound_files(id) ON DELETE CASCADE,
  constraint ach_unmatched_pkey PRIMARY KEY (id),
  constraint ach_unmatched_reason_check CHECK (reason = ANY (ARRAY['unknown_entry'::text, 'amount_differs'::text, 'already_returned'::text]))
);
CREATE INDEX ach_unmatched_by_file ON ach_unmatched USING btree (inbound_file_id);
CREATE INDEX ach_unmatched_open ON ach_unmatched USING btree (id) WHERE dealt_at IS NULL;
grant delete, insert, select, update on ach_unmatched to sixdoors_payments;
grant select on ach_unmatched to sixdoors_app;

create table ach_updates (
  account_id bigint not null,
  transaction_id bigint not null,
  update_number smallint not null,
  status text not null,
  action_at timestamp with time zone not null,
  return_code text,
  is_late boolean not null default false,
  constraint ach_updates_pkey PRIMARY KEY (account_id, transaction_id, update_number),
  constraint ach_updates_status_check CHECK (status = ANY (ARRAY['DECLINED\ERRORS'::text, 'DECLINED\RETURNED'::text, 'SETTLED\FUNDED'::text])),
  constraint ach_updates_update_number_check CHECK (update_number > 0)
);
CREATE INDEX ach_updates_age ON ach_updates USING brin (transaction_id);
CREATE INDEX ach_updates_by_action ON ach_updates USING btree (account_id, action_at);
alter table ach_updates enable row level security;
alter table ach_updates force row level security;
create policy ach_updates_owner on ach_updates to owner using (true);
create policy ach_updates_paid on ach_updates to sixdoors_payments using (true);
create policy ach_updates_visible on ach_updates to sixdoors_app using ((account_id + 0) = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint OR ((account_id + 0) = ANY (string_to_array(NULLIF(current_setting('sixdoors.account_ids'::text, true), ''::text), ','::text)::bigint[])));
grant delete, insert, select, update on ach_updates to sixdoors_payments;
grant select on ach_updates to sixdoors_app;

create view all_webhook_endpoints with (security_invoker=true) (
  account_id bigint,
  number integer,
  url text,
  origin text,
  is_on boolean,
  switched_off_at timestamp with time zone,
  switched_off_why text,
  secret_sealed bytea,
  previous_sealed bytea,
  previous_until timestamp with time zone,
  updated_at timestamp with time zone,
  events text[],
  created_at timestamp with time zone
) as
SELECT webhook_endpoints.account_id,
    webhook_endpoints.number,
    webhook_endpoints.url,
    webhook_endpoints.origin,
    webhook_endpoints.is_on,
    webhook_endpoints.switched_off_at,
    webhook_endpoints.switched_off_why,
    webhook_endpoints.secret_sealed,
    webhook_endpoints.previous_sealed,
    webhook_endpoints.previous_until,
    webhook_endpoints.updated_at,
    webhook_endpoints.events,
    webhook_endpoints.created_at
   FROM webhook_endpoints
UNION ALL
 SELECT further_webhook_endpoints.account_id,
    further_webhook_endpoints.number,
    further_webhook_endpoints.url,
    further_webhook_endpoints.origin,
    further_webhook_endpoints.is_on,
    further_webhook_endpoints.switched_off_at,
    further_webhook_endpoints.switched_off_why,
    further_webhook_endpoints.secret_sealed,
    further_webhook_endpoints.previous_sealed,
    further_webhook_endpoints.previous_until,
    further_webhook_endpoints.updated_at,
    further_webhook_endpoints.events,
    further_webhook_endpoints.created_at
   FROM further_webhook_endpoints;
grant select on all_webhook_endpoints to sixdoors_app;
grant select on all_webhook_endpoints to sixdoors_payments;

create table approvals (
  id bigint not null generated always as identity,
  kind text not null,
  account_id bigint not null,
  subject bytea not null,
  details json not null,
  state text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint approvals_by_two_people CHECK ((state = ANY (ARRAY['requested'::text, 'rejected'::text, 'expired'::text])) OR decided_by IS NOT NULL AND lower(decided_by) <> lower(requested_by)),
  constraint approvals_kind_check CHECK (kind = ANY (ARRAY['account_change'::text, 'credit'::text])),
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_state_check CHECK (state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'used'::text]))
);
CREATE INDEX approvals_credits ON approvals USING btree (account_id, id) WHERE kind = 'credit'::text;
CREATE INDEX approvals_expired ON approvals USING btree (expires_at);
CREATE UNIQUE INDEX approvals_open ON approvals USING btree (account_id, kind, subject) WHERE state = ANY (ARRAY['requested'::text, 'approved'::text]);
CREATE INDEX approvals_waiting ON approvals USING btree (requested_at) WHERE state = 'requested'::text;
alter table approvals enable row level security;
alter table approvals force row level security;
create policy approvals_owner on approvals to owner using (true);
create policy approvals_paid on approvals to sixdoors_payments using (true);
create policy approvals_visible on approvals to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant insert, select, update on approvals to sixdoors_app;
grant insert, select, update on approvals to sixdoors_payments;

create table attempts (
  account_id bigint not null,
  transaction_id bigint not null,
  attempt_id uuid not null,
  transaction_type text not null,
  outcome text not null,
  fingerprint bytea not null,
  answer json not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  constraint attempts_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'not_sent'::text, 'reversed'::text])),
  constraint attempts_pkey PRIMARY KEY (account_id, transaction_id, attempt_id)
) partition by RANGE (transaction_id);
grant delete, insert, select, update on attempts to sixdoors_payments;

create table attestations (
  id bigint not null generated always as identity,
  partner_id bigint not null,
  client_id bigint not null,
  device_id bigint not null,
  name text not null,
  complete_date timestamp with time zone not null,
  notes text,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  act_id bigint not null,
  constraint attestations_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint attestations_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint attestations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint attestations_pkey PRIMARY KEY (id)
);
CREATE INDEX attestations_act ON attestations USING btree (act_id);
CREATE INDEX attestations_client ON attestations USING btree (client_id, id);
CREATE INDEX attestations_client_first ON attestations USING btree (client_id, id) WHERE act_id = id;
CREATE INDEX attestations_created ON attestations USING btree (partner_id, created_at);
CREATE INDEX attestations_device ON attestations USING btree (device_id, complete_date);
CREATE INDEX attestations_first ON attestations USING btree (partner_id, id) WHERE act_id = id;
CREATE INDEX attestations_name ON attestations USING btree (partner_id, name);
CREATE INDEX attestations_page ON attestations USING btree (id) INCLUDE (partner_id);
CREATE INDEX attestations_partner ON attestations USING btree (partner_id, id);
alter table attestations enable row level security;
alter table attestations force row level security;
create policy attestations_owner on attestations to owner using (true);
create policy attestations_visible on attestations to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = attestations.partner_id)));
CREATE TRIGGER count_added AFTER INSERT ON attestations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_moved AFTER UPDATE ON attestations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_removed AFTER DELETE ON attestations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_management();
grant delete, insert, select, update on attestations to sixdoors_app;

create table audit_anchor (
  only_row boolean not null default true,
  born_at timestamp with time zone not null,
  sequence bigint not null,
  hmac bytea not null,
  seal bytea not null,
  constraint audit_anchor_only_row_check CHECK (only_row),
  constraint audit_anchor_pkey PRIMARY KEY (only_row)
);
grant select on audit_anchor to sixdoors_app;

create table audit_chain (
  sequence bigint not null,
  entry_id bigint not null,
  chained_at timestamp with time zone not null,
  hmac bytea not null,
  constraint audit_chain_entry_unique UNIQUE (entry_id),
  constraint audit_chain_pkey PRIMARY KEY (sequence),
  constraint audit_chain_sequence_check CHECK (sequence > 0)
);
CREATE TRIGGER audit_chain_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
grant select on audit_chain to sixdoors_app;

create table audit_checks (
  id bigint not null generated always as identity,
  started_at timestamp with time zone not null,
  started_by text not null,
  seen_at timestamp with time zone not null,
  walked bigint not null default 0,
  to_walk bigint not null default 0,
  finished_at timestamp with time zone,
  is_sound boolean,
  report json,
  failure text,
  constraint audit_checks_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX audit_checks_one_at_once ON audit_checks USING btree ((true)) WHERE finished_at IS NULL;
grant delete, insert, select, update on audit_checks to sixdoors_app;

create table audit_entries (
  id bigint not null generated always as identity,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  business_at timestamp with time zone not null,
  wall_at timestamp with time zone not null,
  address text,
  door text,
  request_id text,
  result text not null,
  constraint audit_entries_actor_kind_check CHECK (actor_kind = ANY (ARRAY['operator'::text, 'partner_user'::text, 'merchant_user'::text, 'command_line'::text, 'system'::text])),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_result_check CHECK (result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))
);
CREATE INDEX audit_entries_action ON audit_entries USING btree (action, id);
CREATE INDEX audit_entries_actor_id ON audit_entries USING btree (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_actor_name ON audit_entries USING btree (actor_name, id);
CREATE INDEX audit_entries_subject ON audit_entries USING btree (subject_kind, subject_id, id);
CREATE TRIGGER audit_entries_await_link AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION audit_await_link();
CREATE TRIGGER audit_entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
grant insert on audit_entries to sixdoors_payments;
grant insert, select on audit_entries to sixdoors_app;

create table audit_head (
  only_row boolean not null default true,
  sequence bigint not null,
  hmac bytea not null,
  seal bytea not null,
  constraint audit_head_only_row_check CHECK (only_row),
  constraint audit_head_pkey PRIMARY KEY (only_row)
);
grant select on audit_head to sixdoors_app;

create table audit_unchained (
  entry_id bigint not null,
  constraint audit_unchained_pkey PRIMARY KEY (entry_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
grant select on audit_unchained to sixdoors_app;

create table authenticators (
  person_kind text not null,
  person_id bigint not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint authenticators_person_kind_check CHECK (person_kind = ANY (ARRAY['operator'::text, 'contact'::text, 'pos_user'::text])),
  constraint authenticators_pkey PRIMARY KEY (person_kind, person_id)
);
grant delete, insert, select, update on authenticators to sixdoors_app;

create table backup_states (
  kind text not null,
  done_at timestamp with time zone not null,
  constraint backup_states_pkey PRIMARY KEY (kind)
);
grant select on backup_states to sixdoors_app;

create table bank_blocks (
  account_id bigint not null,
  fingerprint bytea not null,
  transaction_id bigint not null,
  return_code text not null,
  last4 text,
  blocked_at timestamp with time zone not null,
  constraint bank_blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint bank_blocks_pkey PRIMARY KEY (account_id, fingerprint)
);
alter table bank_blocks enable row level security;
alter table bank_blocks force row level security;
create policy bank_blocks_owner on bank_blocks to owner using (true);
create policy bank_blocks_paid on bank_blocks to sixdoors_payments using (true);
create policy bank_blocks_visible on bank_blocks to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, select on bank_blocks to sixdoors_app;
grant insert, select, update on bank_blocks to sixdoors_payments;

create table bank_connections (
  name text not null,
  immediate_destination text not null,
  immediate_destination_name text not null,
  immediate_origin text not null,
  immediate_origin_name text not null,
  odfi text not null,
  cut_offs text[] not null,
  writes_offset boolean not null default false,
  network text not null default 'simulator'::text,
  offset_sealed bytea,
  constraint bank_connections_network_check CHECK (network = ANY (ARRAY['simulator'::text, 'directory'::text, 'sftp'::text])),
  constraint bank_connections_odfi_check CHECK (odfi ~ '^[0-9]{8}$'::text),
  constraint bank_connections_pkey PRIMARY KEY (name)
);
grant insert, select, update on bank_connections to sixdoors_app;
grant select on bank_connections to sixdoors_payments;

create table bank_corrections (
  account_id bigint not null,
  fingerprint bytea not null,
  corrected_fingerprint bytea not null,
  sealed bytea not null,
  used_at timestamp with time zone not null,
  id bigint not null generated always as identity,
  transaction_id bigint,
  code text,
  last4 text,
  corrected_last4 text,
  corrected_at timestamp with time zone,
  constraint bank_corrections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint bank_corrections_id_key UNIQUE (id),
  constraint bank_corrections_pkey PRIMARY KEY (account_id, fingerprint)
);
CREATE INDEX bank_corrections_used ON bank_corrections USING btree (used_at);
alter table bank_corrections enable row level security;
alter table bank_corrections force row level security;
create policy bank_corrections_owner on bank_corrections to owner using (true);
create policy bank_corrections_paid on bank_corrections to sixdoors_payments using (true);
create policy bank_corrections_visible on bank_corrections to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select, update on bank_corrections to sixdoors_payments;
grant delete, select on bank_corrections to sixdoors_app;

create table bank_states (
  connection text not null,
  exchanged_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  error text,
  constraint bank_states_connection_fkey FOREIGN KEY (connection) REFERENCES bank_connections(name),
  constraint bank_states_failing CHECK ((failing_since IS NULL) = (error IS NULL)),
  constraint bank_states_pkey PRIMARY KEY (connection)
);
grant insert, select, update on bank_states to sixdoors_payments;
grant select on bank_states to sixdoors_app;

create table base_keys (
  id bigint not null generated always as identity,
  name text not null,
  kind text not null,
  ksi text,
  sealed bytea not null,
  check_value text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  started_by text,
  finished_by text,
  finished_at timestamp with time zone,
  held_in text not null default 'database'::text,
  constraint base_keys_dual_control CHECK (lower(finished_by) <> lower(started_by)),
  constraint base_keys_held_in_check CHECK (held_in = ANY (ARRAY['database'::text, 'hsm'::text])),
  constraint base_keys_kind_check CHECK (kind = ANY (ARRAY['tdes-2key'::text, 'tdes-3key'::text, 'aes-128'::text, 'aes-192'::text, 'aes-256'::text])),
  constraint base_keys_ksi_check CHECK (ksi ~ '^[0-9A-F]+$'::text),
  constraint base_keys_name_unique UNIQUE (name),
  constraint base_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX base_keys_one_per_ksi ON base_keys USING btree ((kind ~~ 'aes-%'::text), COALESCE(ksi, ''::text)) WHERE retired_at IS NULL;
grant insert, select, update on base_keys to sixdoors_app;
grant select on base_keys to sixdoors_payments;

create table business_clock (
  only_row boolean not null default true,
  ahead_ms bigint not null default 0,
  constraint business_clock_ahead_ms_check CHECK (ahead_ms >= 0),
  constraint business_clock_only_row_check CHECK (only_row),
  constraint business_clock_pkey PRIMARY KEY (only_row)
);
grant insert, select, update on business_clock to sixdoors_app;
grant select on business_clock to sixdoors_payments;

create table business_runs (
  id bigint not null generated always as identity,
  name text not null,
  due_at timestamp with time zone not null,
  started_at timestamp with time zone not null,
  took_ms integer not null,
  outcome text not null,
  summary text not null,
  constraint business_runs_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'unfinished'::text, 'failed'::text])),
  constraint business_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX business_runs_failed ON business_runs USING btree (id) WHERE outcome = 'failed'::text;
CREATE INDEX business_runs_of_work ON business_runs USING btree (name, id);
CREATE INDEX business_runs_started ON business_runs USING btree (started_at);
grant delete, insert, select on business_runs to sixdoors_app;
grant select on business_runs to sixdoors_payments;

create table business_work (
  name text not null,
  due_at timestamp with time zone not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  resume_after text,
  constraint business_work_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on business_work to sixdoors_app;
grant select on business_work to sixdoors_payments;

create table card_batches (
  account_id bigint not null,
  number integer not null,
  closed_at timestamp with time zone not null,
  transaction_count integer not null,
  net_cents bigint not null,
  constraint card_batches_number_check CHECK (number > 0),
  constraint card_batches_pkey PRIMARY KEY (account_id, number)
);
alter table card_batches enable row level security;
alter table card_batches force row level security;
create policy card_batches_owner on card_batches to owner using (true);
create policy card_batches_paid on card_batches to sixdoors_payments using (true);
create policy card_batches_visible on card_batches to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant insert, select on card_batches to sixdoors_payments;
grant select on card_batches to sixdoors_app;

create table card_hosts (
  name text not null,
  kind text not null,
  settings jsonb not null,
  removed_at timestamp with time zone,
  constraint card_hosts_kind_check CHECK (kind = ANY (ARRAY['json'::text, 'iso8583'::text])),
  constraint card_hosts_name_check CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  constraint card_hosts_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on card_hosts to sixdoors_app;
grant select on card_hosts to sixdoors_payments;

create table clients (
  id bigint not null generated always as identity,
  client_number bigint not null generated always as identity (start with 100001),
  partner_id bigint not null,
  direct_partner_id bigint not null,
  name text not null,
  mid text,
  billing_id text,
  location_id bigint,
  contact_id bigint,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint clients_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint clients_direct_partner_id_fkey FOREIGN KEY (direct_partner_id) REFERENCES partners(id),
  constraint clients_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint clients_number_unique UNIQUE (client_number),
  constraint clients_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint clients_pkey PRIMARY KEY (id)
);
CREATE INDEX clients_contact ON clients USING btree (contact_id);
CREATE INDEX clients_location ON clients USING btree (location_id);
CREATE INDEX clients_mid ON clients USING btree (mid) WHERE mid IS NOT NULL;
CREATE INDEX clients_modified ON clients USING btree (direct_partner_id, modified_at);
CREATE INDEX clients_name ON clients USING btree (direct_partner_id, name);
CREATE INDEX clients_page ON clients USING btree (id) INCLUDE (direct_partner_id);
CREATE INDEX clients_partner ON clients USING btree (direct_partner_id, id);
alter table clients enable row level security;
alter table clients force row level security;
create policy clients_owner on clients to owner using (true);
create policy clients_parsed on clients for select to sixdoors_payments using (true);
create policy clients_visible on clients to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = clients.direct_partner_id)));
CREATE TRIGGER count_added AFTER INSERT ON clients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_moved AFTER UPDATE ON clients REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_removed AFTER DELETE ON clients REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER tell_activation_change AFTER UPDATE ON clients FOR EACH ROW WHEN (old.is_active IS DISTINCT FROM new.is_active) EXECUTE FUNCTION tell_activation_change();
grant delete, insert, select, update on clients to sixdoors_app;
grant select on clients to sixdoors_payments;

create table console_sessions (
  token_digest bytea not null,
  person_kind text not null,
  person_id bigint not null,
  home_id bigint,
  password_digest bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  proof text not null default 'password'::text,
  constraint console_sessions_person_kind_check CHECK (person_kind = ANY (ARRAY['operator'::text, 'contact'::text, 'pos_user'::text])),
  constraint console_sessions_pkey PRIMARY KEY (token_digest),
  constraint console_sessions_proof_check CHECK (proof = ANY (ARRAY['password'::text, 'sign_on'::text, 'passkey'::text]))
);
CREATE INDEX console_sessions_age ON console_sessions USING btree (used_at);
CREATE INDEX console_sessions_person ON console_sessions USING btree (person_kind, person_id);
grant delete, insert, select, update on console_sessions to sixdoors_app;

create table contact_credentials (
  contact_id bigint not null,
  user_name text not null,
  partner_id bigint not null,
  client_id bigint,
  user_role text not null,
  is_active boolean not null,
  password_hash text,
  secret_sealed bytea,
  secret_issued_at timestamp with time zone,
  constraint contact_credentials_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint contact_credentials_pkey PRIMARY KEY (contact_id),
  constraint contact_credentials_user_name_unique UNIQUE (user_name)
);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON contact_credentials FOR EACH ROW EXECUTE FUNCTION tell_access_change('contact', 'contact_id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON contact_credentials FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on contact_credentials to sixdoors_app;
comment on table column public.contact_credentials.secret_issued_at is 'When the secret was rotated. Null: it was issued with a password.';

create table contact_old_secrets (
  id bigint not null generated always as identity,
  contact_id bigint not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint contact_old_secrets_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact_credentials(contact_id) ON DELETE CASCADE,
  constraint contact_old_secrets_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_old_secrets_contact ON contact_old_secrets USING btree (contact_id);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON contact_old_secrets FOR EACH ROW EXECUTE FUNCTION tell_access_change('contact', 'contact_id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON contact_old_secrets FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on contact_old_secrets to sixdoors_app;

create table contacts (
  id bigint not null generated always as identity,
  partner_id bigint not null,
  client_id bigint,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  user_role text not null,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint contacts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint contacts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_user_name_unique UNIQUE (user_name)
);
CREATE INDEX contacts_client ON contacts USING btree (client_id, id);
CREATE INDEX contacts_email ON contacts USING btree (lower(email));
CREATE INDEX contacts_modified ON contacts USING btree (partner_id, modified_at);
CREATE INDEX contacts_page ON contacts USING btree (id) INCLUDE (partner_id);
CREATE INDEX contacts_partner ON contacts USING btree (partner_id, id);
alter table contacts enable row level security;
alter table contacts force row level security;
create policy contacts_owner on contacts to owner using (true);
create policy contacts_visible on contacts to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = contacts.partner_id)));
CREATE TRIGGER count_added AFTER INSERT ON contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_moved AFTER UPDATE ON contacts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_removed AFTER DELETE ON contacts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_management();
grant delete, insert, select, update on contacts to sixdoors_app;

create table data_keys (
  id bigint not null generated always as identity,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  master_key_id bigint not null,
  constraint data_keys_master_key FOREIGN KEY (master_key_id) REFERENCES master_keys(id),
  constraint data_keys_pkey PRIMARY KEY (id),
  constraint data_keys_purpose_check CHECK (purpose = ANY (ARRAY['seal'::text, 'fingerprint'::text]))
);
CREATE UNIQUE INDEX data_keys_one_fingerprint ON data_keys USING btree (purpose) WHERE purpose = 'fingerprint'::text AND retired_at IS NULL;
grant insert, select on data_keys to sixdoors_payments;
grant insert, select, update on data_keys to sixdoors_app;

create table database_sizes (
  day date not null,
  bytes bigint not null,
  constraint database_sizes_pkey PRIMARY KEY (day)
);
grant select on database_sizes to sixdoors_app;

create table day_sums (
  account_id bigint not null,
  day date not null,
  time_zone text not null,
  sale_count integer not null,
  sale_cents bigint not null,
  refund_count integer not null,
  refund_cents bigint not null,
  approved_count integer not null,
  declined_count integer not null,
  summed_at timestamp with time zone not null,
  constraint day_sums_pkey PRIMARY KEY (account_id, day)
);
alter table day_sums enable row level security;
alter table day_sums force row level security;
create policy day_sums_owner on day_sums to owner using (true);
create policy day_sums_visible on day_sums to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select, update on day_sums to sixdoors_app;

create table delivery_attempts (
  account_id bigint not null,
  outbox_id bigint not null,
  id bigint not null generated always as identity,
  attempted_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status integer,
  failure text,
  answer text,
  signature text,
  hash text,
  constraint delivery_attempts_pkey PRIMARY KEY (account_id, outbox_id, id)
);
CREATE INDEX delivery_attempts_age ON delivery_attempts USING brin (attempted_at);
alter table delivery_attempts enable row level security;
alter table delivery_attempts force row level security;
create policy delivery_attempts_dispatched on delivery_attempts to sixdoors_payments using (true);
create policy delivery_attempts_owner on delivery_attempts to owner using (true);
create policy delivery_attempts_visible on delivery_attempts to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select on delivery_attempts to sixdoors_payments;
grant select on delivery_attempts to sixdoors_app;

create table device_counters (
  device_id bigint not null,
  ksi text not null,
  highest bigint not null,
  previous bigint,
  constraint device_counters_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_counters_pkey PRIMARY KEY (device_id, ksi)
) with (fillfactor=70);
grant insert, select, update on device_counters to sixdoors_payments;

create table device_counts (
  partner_id bigint not null,
  device_state_id smallint not null,
  devices bigint not null,
  constraint device_counts_device_state_id_fkey FOREIGN KEY (device_state_id) REFERENCES device_states(id),
  constraint device_counts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint device_counts_pkey PRIMARY KEY (partner_id, device_state_id)
) with (fillfactor=50);
alter table device_counts enable row level security;
alter table device_counts force row level security;
create policy device_counts_owner on device_counts to owner using (true);
create policy device_counts_visible on device_counts to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = device_counts.partner_id)));
grant select on device_counts to sixdoors_app;

create table device_states (
  id smallint not null,
  name text not null,
  constraint device_states_name_key UNIQUE (name),
  constraint device_states_pkey PRIMARY KEY (id)
);
grant select on device_states to sixdoors_app;
grant select on device_states to sixdoors_payments;

create table device_types (
  id smallint not null,
  name text not null,
  constraint device_types_name_key UNIQUE (name),
  constraint device_types_pkey PRIMARY KEY (id)
);
grant select on device_types to sixdoors_app;
grant select on device_types to sixdoors_payments;

create table devices (
  id bigint not null generated always as identity,
  partner_id bigint not null,
  client_id bigint,
  location_id bigint,
  serial_number text not null,
  device_type_id smallint not null,
  device_state_id smallint not null,
  name text,
  notes text,
  ksi text,
  activation_date timestamp with time zone,
  last_activity_date timestamp with time zone,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  root_id bigint not null,
  inspected_at timestamp with time zone,
  entered_at timestamp with time zone,
  inspection_from timestamp with time zone not null generated always as (COALESCE(inspected_at, activation_date, entered_at, created_at)) stored,
  constraint devices_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint devices_device_state_id_fkey FOREIGN KEY (device_state_id) REFERENCES device_states(id),
  constraint devices_device_type_id_fkey FOREIGN KEY (device_type_id) REFERENCES device_types(id),
  constraint devices_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint devices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_root_id_fkey FOREIGN KEY (root_id) REFERENCES partners(id),
  constraint devices_serial_unique UNIQUE NULLS NOT DISTINCT (partner_id, serial_number, client_id)
);
CREATE INDEX devices_activation_page ON devices USING btree (root_id, activation_date, id) INCLUDE (partner_id);
CREATE INDEX devices_client ON devices USING btree (client_id, id);
CREATE INDEX devices_inspection ON devices USING btree (inspection_from, id) WHERE client_id IS NOT NULL;
CREATE INDEX devices_location ON devices USING btree (location_id);
CREATE INDEX devices_modified ON devices USING btree (partner_id, modified_at);
CREATE INDEX devices_name_page ON devices USING btree (root_id, name, id) INCLUDE (partner_id);
CREATE INDEX devices_page ON devices USING btree (root_id, id) INCLUDE (partner_id);
CREATE INDEX devices_partner ON devices USING btree (partner_id, id) INCLUDE (serial_number, name, activation_date, device_state_id);
CREATE INDEX devices_serial ON devices USING btree (serial_number);
CREATE INDEX devices_serial_page ON devices USING btree (root_id, serial_number, id) INCLUDE (partner_id);
CREATE INDEX devices_serial_prefix ON devices USING btree (root_id, serial_number text_pattern_ops);
CREATE INDEX devices_state_page ON devices USING btree (root_id, device_state_id, id) INCLUDE (partner_id);
CREATE INDEX devices_type_page ON devices USING btree (root_id, device_type_id, id) INCLUDE (partner_id, device_state_id);
alter table devices enable row level security;
alter table devices force row level security;
create policy devices_owner on devices to owner using (true);
create policy devices_parsed on devices for select to sixdoors_payments using (true);
create policy devices_used on devices for update to sixdoors_payments using (true);
create policy devices_visible on devices to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = devices.partner_id)));
CREATE TRIGGER count_added AFTER INSERT ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_devices();
CREATE TRIGGER count_moved AFTER UPDATE ON devices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_devices();
CREATE TRIGGER count_removed AFTER DELETE ON devices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_devices();
CREATE TRIGGER find_root BEFORE INSERT OR UPDATE OF partner_id ON devices FOR EACH ROW EXECUTE FUNCTION find_root();
grant delete, insert, select, update on devices to sixdoors_app;
grant select on devices to sixdoors_payments;
grant update (device_state_id) on devices to sixdoors_payments;
grant update (activation_date) on devices to sixdoors_payments;
grant update (last_activity_date) on devices to sixdoors_payments;
grant update (version) on devices to sixdoors_payments;
grant update (modified_at) on devices to sixdoors_payments;

create table duplicate_guards (
  account_id bigint not null,
  digest bytea not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  expires_at timestamp with time zone not null,
  earlier_attempt_ids uuid[] not null default '{}'::uuid[],
  earlier_transaction_ids bigint[] not null default '{}'::bigint[],
  earlier_expires_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  others_until timestamp with time zone,
  constraint duplicate_guards_pkey PRIMARY KEY (account_id, digest)
);
CREATE INDEX duplicate_guards_age ON duplicate_guards USING btree (expires_at);
grant delete, insert, select, update on duplicate_guards to sixdoors_payments;

create table form_brands (
  account_id bigint not null,
  color text,
  button_text text,
  logo_type text,
  logo bytea,
  logo_hash text,
  logo_width integer,
  logo_height integer,
  constraint form_brands_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint form_brands_button_text_check CHECK (char_length(button_text) <= 30),
  constraint form_brands_color_check CHECK (color ~ '^#[0-9a-f]{6}$'::text),
  constraint form_brands_logo_check CHECK (octet_length(logo) <= 1048576),
  constraint form_brands_logo_type_check CHECK (logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  constraint form_brands_logo_whole_check CHECK (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) = ANY (ARRAY[0, 5])),
  constraint form_brands_pkey PRIMARY KEY (account_id)
);
alter table form_brands enable row level security;
alter table form_brands force row level security;
create policy form_brands_owner on form_brands to owner using (true);
create policy form_brands_visible on form_brands to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant insert, select, update on form_brands to sixdoors_app;

create table form_claims (
  account_id bigint not null,
  nonce text not null,
  transaction_id bigint not null,
  claimed_at timestamp with time zone not null,
  constraint form_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint form_claims_pkey PRIMARY KEY (account_id, nonce)
);
CREATE INDEX form_claims_age ON form_claims USING btree (claimed_at);
grant insert, select on form_claims to sixdoors_payments;

create table further_webhook_endpoints (
  account_id bigint not null,
  number integer not null,
  url text not null,
  origin text not null,
  is_on boolean not null,
  switched_off_at timestamp with time zone,
  switched_off_why text,
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamp with time zone,
  updated_at timestamp with time zone not null,
  events text[],
  created_at timestamp with time zone not null,
  constraint further_webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint further_webhook_endpoints_number_check CHECK (number > 1),
  constraint further_webhook_endpoints_pkey PRIMARY KEY (account_id, number)
);
alter table further_webhook_endpoints enable row level security;
alter table further_webhook_endpoints force row level security;
create policy further_webhook_endpoints_dispatched on further_webhook_endpoints to sixdoors_payments using (true);
create policy further_webhook_endpoints_owner on further_webhook_endpoints to owner using (true);
create policy further_webhook_endpoints_visible on further_webhook_endpoints to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
CREATE TRIGGER tell_webhook_change AFTER INSERT OR DELETE OR UPDATE ON further_webhook_endpoints FOR EACH ROW EXECUTE FUNCTION tell_webhook_change();
grant delete, insert, select, update on further_webhook_endpoints to sixdoors_app;
grant select, update on further_webhook_endpoints to sixdoors_payments;

create table idempotency_keys (
  account_id bigint not null,
  digest bytea not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, digest)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
grant delete, insert, select, update on idempotency_keys to sixdoors_payments;

create table inspection_reminders (
  device_id bigint not null,
  inspection_from timestamp with time zone not null,
  stage text not null,
  reminded_at timestamp with time zone not null,
  constraint inspection_reminders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint inspection_reminders_pkey PRIMARY KEY (device_id, inspection_from, stage),
  constraint inspection_reminders_stage_check CHECK (stage = ANY (ARRAY['soon'::text, 'due'::text]))
);
CREATE INDEX inspection_reminders_age ON inspection_reminders USING btree (reminded_at);

create table installation (
  only_row boolean not null default true,
  environment text not null,
  installed_at timestamp with time zone not null default now(),
  seeded_at timestamp with time zone,
  constraint installation_environment_check CHECK (environment = ANY (ARRAY['certification'::text, 'production'::text])),
  constraint installation_only_row_check CHECK (only_row),
  constraint installation_pkey PRIMARY KEY (only_row)
);
grant insert, select, update on installation to sixdoors_app;

create table issued_ids (
  account_id bigint not null,
  id bigint not null,
  issued_at timestamp with time zone not null,
  constraint issued_ids_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX issued_ids_age ON issued_ids USING btree (issued_at);
grant delete, insert, select, update on issued_ids to sixdoors_payments;

create table locations (
  id bigint not null generated always as identity,
  partner_id bigint not null,
  client_id bigint,
  unique_id uuid not null default gen_random_uuid(),
  name text not null,
  name_of_business text,
  location_type text not null,
  country_code text not null,
  address1 text not null,
  address2 text,
  city text not null,
  state_province text,
  postal_code text,
  mail_country text,
  mail_address1 text,
  mail_address2 text,
  mail_city text,
  mail_state_province text,
  mail_postal_code text,
  notes text,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint locations_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint locations_country_code_check CHECK (country_code ~ '^[A-Z]{2}$'::text),
  constraint locations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_unique_id_unique UNIQUE (unique_id)
);
CREATE INDEX locations_client ON locations USING btree (client_id, id);
CREATE INDEX locations_modified ON locations USING btree (partner_id, modified_at);
CREATE INDEX locations_name ON locations USING btree (partner_id, name);
CREATE INDEX locations_page ON locations USING btree (id) INCLUDE (partner_id);
CREATE INDEX locations_partner ON locations USING btree (partner_id, id);
alter table locations enable row level security;
alter table locations force row level security;
create policy locations_owner on locations to owner using (true);
create policy locations_visible on locations to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = locations.partner_id)));
CREATE TRIGGER count_added AFTER INSERT ON locations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_moved AFTER UPDATE ON locations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_management();
CREATE TRIGGER count_removed AFTER DELETE ON locations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_management();
grant delete, insert, select, update on locations to sixdoors_app;

create table login_failures (
  digest bytea not null,
  failed_at timestamp with time zone[] not null,
  locked_until timestamp with time zone,
  forget_at timestamp with time zone not null,
  slowed_until timestamp with time zone,
  constraint login_failures_pkey PRIMARY KEY (digest)
);
CREATE INDEX login_failures_age ON login_failures USING btree (forget_at);
CREATE TRIGGER tell_access_lock AFTER UPDATE ON login_failures FOR EACH ROW WHEN (old.locked_until IS DISTINCT FROM new.locked_until) EXECUTE FUNCTION tell_access_change('login', 'digest');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON login_failures FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
CREATE TRIGGER tell_access_unlock AFTER DELETE ON login_failures FOR EACH ROW WHEN (old.locked_until IS NOT NULL) EXECUTE FUNCTION tell_access_change('login', 'digest');
grant delete, insert, select, update on login_failures to sixdoors_app;

create table mailbox (
  id bigint not null generated always as identity,
  event_id uuid not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  received_at timestamp with time zone not null,
  constraint mailbox_event_unique UNIQUE (event_id),
  constraint mailbox_pkey PRIMARY KEY (id)
);
CREATE INDEX mailbox_age ON mailbox USING btree (received_at);
grant delete, insert, select on mailbox to sixdoors_app;
grant delete, insert, select on mailbox to sixdoors_payments;

create table management_counts (
  partner_id bigint not null,
  clients bigint not null default 0,
  locations bigint not null default 0,
  contacts bigint not null default 0,
  attestations bigint not null default 0,
  constraint management_counts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint management_counts_pkey PRIMARY KEY (partner_id)
) with (fillfactor=50);
alter table management_counts enable row level security;
alter table management_counts force row level security;
create policy management_counts_owner on management_counts to owner using (true);
create policy management_counts_visible on management_counts to sixdoors_app using ((EXISTS ( SELECT
   FROM partners visible
  WHERE visible.id = management_counts.partner_id)));
grant select on management_counts to sixdoors_app;

create table master_keys (
  id bigint not null generated always as identity,
  proof bytea not null,
  is_current boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint master_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX master_keys_one_current ON master_keys USING btree (is_current) WHERE is_current;
grant insert, select on master_keys to sixdoors_app;
grant select on master_keys to sixdoors_payments;

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  needs_schema integer,
  constraint migrations_pkey PRIMARY KEY (number)
);
grant select on migrations to sixdoors_app;
grant select on migrations to sixdoors_payments;

create table month_counters (
  month smallint not null,
  next_counter bigint not null,
  server_started_at timestamp with time zone not null,
  constraint month_counters_month_check CHECK (month >= 100 AND month <= 999),
  constraint month_counters_next_counter_check CHECK (next_counter >= 1 AND next_counter <= 1000000000),
  constraint month_counters_pkey PRIMARY KEY (month)
);
grant insert, select, update on month_counters to sixdoors_payments;

create table notification_choices (
  person_kind text not null,
  person_id bigint not null,
  home_id bigint,
  kind text not null,
  is_on boolean not null,
  changed_at timestamp with time zone not null,
  constraint notification_choices_person_kind_check CHECK (person_kind = ANY (ARRAY['operator'::text, 'contact'::text, 'pos_user'::text])),
  constraint notification_choices_pkey PRIMARY KEY (person_kind, person_id, kind)
);
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy notification_choices_owner on notification_choices to owner using (true);
create policy notification_choices_visible on notification_choices to sixdoors_app using (
CASE person_kind
    WHEN 'pos_user'::text THEN home_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint
    WHEN 'contact'::text THEN home_id = NULLIF(current_setting('sixdoors.partner_id'::text, true), ''::text)::bigint
    ELSE COALESCE(current_setting('sixdoors.account_id'::text, true), ''::text) = ''::text AND COALESCE(current_setting('sixdoors.partner_id'::text, true), ''::text) = ''::text
END);
grant insert, select, update on notification_choices to sixdoors_app;

create table notification_problems (
  name text not null,
  subject text not null,
  began_at timestamp with time zone not null,
  constraint notification_problems_pkey PRIMARY KEY (name, subject)
);

create table notifications (
  person_kind text not null,
  person_id bigint not null,
  kind text not null,
  occurrence text not null,
  day date not null,
  queued_at timestamp with time zone not null,
  constraint notifications_one_a_day UNIQUE (person_kind, person_id, kind, day),
  constraint notifications_pkey PRIMARY KEY (person_kind, person_id, kind, occurrence)
);
CREATE INDEX notifications_age ON notifications USING btree (queued_at);

create table open_attempts (
  account_id bigint not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  original_id bigint,
  transaction_type text not null,
  state text not null default 'started'::text,
  amount_cents integer not null,
  fingerprint bytea not null,
  idempotency_digest bytea,
  request json not null,
  started_at timestamp with time zone not null,
  lease_until timestamp with time zone not null,
  asked smallint not null default 0,
  reverses uuid,
  constraint open_attempts_amount_cents_check CHECK (amount_cents >= 0),
  constraint open_attempts_one_per_transaction UNIQUE NULLS NOT DISTINCT (transaction_id, account_id, reverses),
  constraint open_attempts_pkey PRIMARY KEY (account_id, attempt_id),
  constraint open_attempts_state_check CHECK (state = ANY (ARRAY['started'::text, 'unknown'::text, 'reversing'::text]))
) with (autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=10000, autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, fillfactor=50);
CREATE INDEX open_attempts_lease ON open_attempts USING btree (lease_until);
grant delete, insert, select, update on open_attempts to sixdoors_payments;

create table operators (
  id bigint not null generated always as identity,
  user_name text not null,
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  must_change_password boolean not null default false,
  role text not null default 'administrator'::text,
  email text,
  sign_on_issuer text,
  sign_on_subject text,
  reset_by text[],
  reset_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_role_check CHECK (role = ANY (ARRAY['administrator'::text, 'support'::text, 'auditor'::text])),
  constraint operators_user_name_unique UNIQUE (user_name)
);
CREATE INDEX operators_email ON operators USING btree (lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX operators_sign_on ON operators USING btree (sign_on_issuer, sign_on_subject) WHERE sign_on_subject IS NOT NULL;
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON operators FOR EACH ROW EXECUTE FUNCTION tell_access_change('operator', 'id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON operators FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant insert, select, update on operators to sixdoors_app;
grant select (id) on operators to sixdoors_payments;
grant select (user_name) on operators to sixdoors_payments;
grant select (email) on operators to sixdoors_payments;
grant select (sign_on_issuer) on operators to sixdoors_payments;
grant select (reset_by) on operators to sixdoors_payments;
grant select (reset_at) on operators to sixdoors_payments;

create table outbox (
  account_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  event text not null,
  transaction_id bigint,
  payload json not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  event_id uuid not null default gen_random_uuid(),
  sealed bytea,
  tries integer not null default 0,
  retry_until timestamp with time zone,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  delivered_at timestamp with time zone,
  set_aside_at timestamp with time zone,
  set_aside_why text,
  endpoint integer not null default 1,
  copy_of uuid,
  event_position bigint,
  constraint outbox_event_unique UNIQUE (account_id, event_id),
  constraint outbox_kind_check CHECK (kind = ANY (ARRAY['webhook'::text, 'mail'::text, 'delivery'::text])) NOT VALID,
  constraint outbox_pkey PRIMARY KEY (account_id, id)
) with (autovacuum_analyze_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02, fillfactor=80);
CREATE INDEX outbox_age ON outbox USING brin (created_at);
CREATE INDEX outbox_by_transaction ON outbox USING btree (account_id, transaction_id, id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX outbox_copies ON outbox USING btree (account_id, copy_of, endpoint) WHERE copy_of IS NOT NULL;
CREATE INDEX outbox_past_events ON outbox USING btree (account_id, event, created_at, id) WHERE copy_of IS NULL AND kind <> 'mail'::text AND (tries > 0 OR delivered_at IS NOT NULL OR set_aside_at IS NOT NULL);
CREATE INDEX outbox_set_aside ON outbox USING btree (account_id, id) WHERE set_aside_at IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox USING btree (kind, account_id, due_at, id) WHERE delivered_at IS NULL AND set_aside_at IS NULL;
CREATE INDEX outbox_waiting_deliveries ON outbox USING btree (account_id, endpoint, due_at, id) WHERE kind = 'delivery'::text AND delivered_at IS NULL AND set_aside_at IS NULL;
alter table outbox enable row level security;
alter table outbox force row level security;
create policy outbox_dispatched on outbox to sixdoors_payments using (true);
create policy outbox_owner on outbox to owner using (true);
create policy outbox_visible on outbox to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
create policy outbox_written on outbox for insert to sixdoors_app with check (true);
grant delete, insert, select, update on outbox to sixdoors_payments;
grant insert, select, update on outbox to sixdoors_app;

create view own_ach_batches with (security_barrier=true) (
  account_id bigint,
  file_id bigint,
  sec_code text,
  direction text,
  entry_count integer,
  amount_cents bigint,
  cut_off_at timestamp with time zone,
  settles_on date,
  settled_at timestamp with time zone,
  state text
) as
SELECT batch.account_id,
    batch.file_id,
    batch.sec_code,
    batch.direction,
    batch.entry_count,
    batch.amount_cents,
    file.cut_off_at,
    file.settles_on,
    file.settled_at,
    file.state
   FROM ach_batches batch
     JOIN ach_files file ON file.id = batch.file_id
  WHERE batch.account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint;
grant select on own_ach_batches to sixdoors_app;

create view own_tokens (
  account_id bigint,
  token_id bigint,
  kind text,
  created_at timestamp with time zone,
  charged_at timestamp with time zone
) as
SELECT account_id,
    token_id,
    kind,
    created_at,
    charged_at
   FROM vault
  WHERE account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint;
grant select on own_tokens to sixdoors_app;

create table parser_journal (
  message_id text collate "C" not null,
  called_at timestamp with time zone not null,
  partner_id bigint,
  client_id bigint,
  device_id bigint,
  reference text,
  is_success boolean not null,
  error_code integer,
  is_replay boolean not null default false,
  took_ms real not null,
  constraint parser_journal_pkey PRIMARY KEY (message_id)
);
CREATE INDEX parser_journal_client ON parser_journal USING btree (client_id, message_id) WHERE client_id IS NOT NULL;
CREATE INDEX parser_journal_device ON parser_journal USING btree (device_id, message_id) WHERE device_id IS NOT NULL;
CREATE INDEX parser_journal_failures ON parser_journal USING btree (partner_id, message_id) WHERE NOT is_success;
CREATE INDEX parser_journal_partner ON parser_journal USING btree (partner_id, message_id);
CREATE INDEX parser_journal_replays ON parser_journal USING btree (partner_id, message_id) WHERE is_replay;
alter table parser_journal enable row level security;
alter table parser_journal force row level security;
create policy parser_journal_owner on parser_journal to owner using (true);
create policy parser_journal_visible on parser_journal to sixdoors_app using ((partner_id IN ( SELECT partners.id
   FROM partners)));
create policy parser_journal_written on parser_journal to sixdoors_payments using (true);
grant insert, select on parser_journal to sixdoors_payments;
grant select on parser_journal to sixdoors_app;

create sequence parser_message_ids as bigint start with 0 increment by 1000 minvalue 0 maxvalue 9999999000 cycle;
grant usage on sequence parser_message_ids to sixdoors_app;

create table parser_nonces (
  digest bytea not null,
  used_at timestamp with time zone not null,
  constraint parser_nonces_pkey PRIMARY KEY (digest)
);
CREATE INDEX parser_nonces_age ON parser_nonces USING btree (used_at);
grant insert, select, update on parser_nonces to sixdoors_payments;

create table partner_credentials (
  partner_id bigint not null,
  parser_name text not null,
  key_digest bytea,
  key_sealed bytea,
  public_key text,
  allow_list cidr[] not null default '{}'::cidr[],
  constraint partner_credentials_parser_name_unique UNIQUE (parser_name),
  constraint partner_credentials_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_credentials_pkey PRIMARY KEY (partner_id)
);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON partner_credentials FOR EACH ROW EXECUTE FUNCTION tell_access_change('partner', 'partner_id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON partner_credentials FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on partner_credentials to sixdoors_app;

create table partner_old_keys (
  id bigint not null generated always as identity,
  partner_id bigint not null,
  digest bytea not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint partner_old_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner_credentials(partner_id) ON DELETE CASCADE,
  constraint partner_old_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX partner_old_keys_partner ON partner_old_keys USING btree (partner_id);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON partner_old_keys FOR EACH ROW EXECUTE FUNCTION tell_access_change('partner', 'partner_id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON partner_old_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on partner_old_keys to sixdoors_app;

create table partners (
  id bigint not null generated always as identity,
  name text not null,
  reference text not null,
  parent_id bigint,
  path bigint[] not null,
  billing_id text,
  verification_phrase text,
  client_can_order_equipment boolean not null default false,
  location_id bigint,
  contact_id bigint,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint partners_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint partners_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint partners_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES partners(id),
  constraint partners_pkey PRIMARY KEY (id),
  constraint partners_reference_unique UNIQUE (reference)
);
CREATE INDEX partners_contact ON partners USING btree (contact_id);
CREATE INDEX partners_location ON partners USING btree (location_id);
CREATE INDEX partners_name ON partners USING btree (name);
CREATE INDEX partners_path ON partners USING gin (path);
alter table partners enable row level security;
alter table partners force row level security;
create policy partners_owner on partners to owner using (true);
create policy partners_parsed on partners for select to sixdoors_payments using (true);
create policy partners_visible on partners to sixdoors_app using (path @> ARRAY[NULLIF(current_setting('sixdoors.partner_id'::text, true), ''::text)::bigint]);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON partners FOR EACH ROW EXECUTE FUNCTION tell_access_change('partner', 'id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON partners FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
CREATE TRIGGER tell_activation_change AFTER UPDATE ON partners FOR EACH ROW WHEN (old.is_active IS DISTINCT FROM new.is_active) EXECUTE FUNCTION tell_activation_change();
grant delete, insert, select, update on partners to sixdoors_app;
grant select on partners to sixdoors_payments;

create table passkeys (
  credential_id text not null,
  person_kind text not null,
  person_id bigint not null,
  home_id bigint,
  id uuid not null default gen_random_uuid(),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_person_kind_check CHECK (person_kind = ANY (ARRAY['operator'::text, 'contact'::text, 'pos_user'::text])),
  constraint passkeys_pkey PRIMARY KEY (credential_id)
);
CREATE INDEX passkeys_person ON passkeys USING btree (person_kind, person_id);
grant delete, insert, select, update on passkeys to sixdoors_app;

create table password_links (
  digest bytea not null,
  contact_id bigint not null,
  made_at timestamp with time zone not null,
  good_until timestamp with time zone not null,
  constraint password_links_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint password_links_pkey PRIMARY KEY (digest)
);
CREATE INDEX password_links_age ON password_links USING btree (good_until);
CREATE INDEX password_links_contact ON password_links USING btree (contact_id);
grant delete, insert, select on password_links to sixdoors_app;

create table password_resets (
  digest bytea not null,
  person_kind text not null,
  person_id bigint not null,
  home_id bigint,
  password_digest bytea not null,
  email text not null,
  asked_at timestamp with time zone not null,
  good_until timestamp with time zone not null,
  constraint password_resets_person_kind_check CHECK (person_kind = ANY (ARRAY['operator'::text, 'contact'::text, 'pos_user'::text])),
  constraint password_resets_pkey PRIMARY KEY (digest, person_kind, person_id)
);
CREATE INDEX password_resets_age ON password_resets USING btree (good_until);
CREATE INDEX password_resets_email ON password_resets USING btree (lower(email), asked_at);
grant delete, insert, select on password_resets to sixdoors_app;

create table payment_forms (
  account_id bigint not null,
  name text not null,
  title text not null,
  methods text[] not null,
  ach_sec_code text,
  reportable_fields text[] not null default '{}'::text[],
  is_active boolean not null default true,
  amount_kind text not null default 'free'::text,
  amounts_cents integer[] not null default '{}'::integer[],
  amount_min_cents integer not null default 1,
  amount_max_cents integer not null default 99999999,
  return_url text,
  return_secret bytea,
  frame_ancestors text[] not null default '{}'::text[],
  sends_customer_receipt boolean not null default true,
  sends_merchant_receipt boolean not null default false,
  constraint payment_forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payment_forms_amount_bounds_check CHECK (amount_min_cents >= 1 AND amount_max_cents >= amount_min_cents),
  constraint payment_forms_amount_kind_check CHECK (amount_kind = ANY (ARRAY['fixed'::text, 'chosen'::text, 'free'::text])),
  constraint payment_forms_methods_check CHECK (methods <@ ARRAY['card'::text, 'ach'::text] AND cardinality(methods) > 0),
  constraint payment_forms_name_unique UNIQUE (name),
  constraint payment_forms_pkey PRIMARY KEY (account_id, name),
  constraint payment_forms_return_check CHECK (return_url IS NULL OR return_secret IS NOT NULL)
);
grant insert, select, update on payment_forms to sixdoors_app;
grant select on payment_forms to sixdoors_payments;

create table pos_categories (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pos_categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_categories_pkey PRIMARY KEY (account_id, id)
);
alter table pos_categories enable row level security;
alter table pos_categories force row level security;
create policy pos_categories_owner on pos_categories to owner using (true);
create policy pos_categories_visible on pos_categories to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_categories to sixdoors_app;

create table pos_invitations (
  token_digest bytea not null,
  account_id bigint not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  constraint pos_invitations_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES pos_users(account_id, id) ON DELETE CASCADE,
  constraint pos_invitations_pkey PRIMARY KEY (token_digest)
);
CREATE INDEX pos_invitations_age ON pos_invitations USING btree (expires_at);
CREATE INDEX pos_invitations_user ON pos_invitations USING btree (account_id, user_id);
grant delete, insert, select, update on pos_invitations to sixdoors_app;

create table pos_item_tax_rates (
  account_id bigint not null,
  item_id bigint not null,
  tax_rate_id bigint not null,
  constraint pos_item_tax_rates_account_id_item_id_fkey FOREIGN KEY (account_id, item_id) REFERENCES pos_items(account_id, id) ON DELETE CASCADE,
  constraint pos_item_tax_rates_account_id_tax_rate_id_fkey FOREIGN KEY (account_id, tax_rate_id) REFERENCES pos_tax_rates(account_id, id) ON DELETE CASCADE,
  constraint pos_item_tax_rates_pkey PRIMARY KEY (account_id, item_id, tax_rate_id)
);
CREATE INDEX pos_item_tax_rates_by_rate ON pos_item_tax_rates USING btree (account_id, tax_rate_id);
alter table pos_item_tax_rates enable row level security;
alter table pos_item_tax_rates force row level security;
create policy pos_item_tax_rates_owner on pos_item_tax_rates to owner using (true);
create policy pos_item_tax_rates_visible on pos_item_tax_rates to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_item_tax_rates to sixdoors_app;

create table pos_items (
  account_id bigint not null,
  id bigint not null generated always as identity,
  canonical_id bigint not null,
  state text not null,
  name text not null,
  price_cents integer not null,
  category_id bigint,
  photo_id bigint,
  created_at timestamp with time zone not null,
  constraint pos_items_account_id_category_id_fkey FOREIGN KEY (account_id, category_id) REFERENCES pos_categories(account_id, id) ON DELETE SET NULL (category_id),
  constraint pos_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_items_pkey PRIMARY KEY (account_id, id),
  constraint pos_items_price_cents_check CHECK (price_cents >= 0 AND price_cents <= 99999999),
  constraint pos_items_state_check CHECK (state = ANY (ARRAY['current'::text, 'replaced'::text, 'deleted'::text]))
);
CREATE INDEX pos_items_by_canonical ON pos_items USING btree (account_id, canonical_id);
CREATE INDEX pos_items_by_category ON pos_items USING btree (account_id, category_id) WHERE category_id IS NOT NULL;
CREATE UNIQUE INDEX pos_items_one_current ON pos_items USING btree (account_id, canonical_id) WHERE state = 'current'::text;
alter table pos_items enable row level security;
alter table pos_items force row level security;
create policy pos_items_owner on pos_items to owner using (true);
create policy pos_items_visible on pos_items to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_items to sixdoors_app;

create table pos_keys (
  account_id bigint not null,
  digest bytea not null,
  fingerprint bytea not null,
  sale_id bigint not null,
  refund_id bigint,
  created_at timestamp with time zone not null,
  constraint pos_keys_account_id_sale_id_fkey FOREIGN KEY (account_id, sale_id) REFERENCES pos_sales(account_id, id) ON DELETE CASCADE,
  constraint pos_keys_pkey PRIMARY KEY (account_id, digest)
);
CREATE INDEX pos_keys_age ON pos_keys USING btree (created_at);
CREATE INDEX pos_keys_by_sale ON pos_keys USING btree (account_id, sale_id);
alter table pos_keys enable row level security;
alter table pos_keys force row level security;
create policy pos_keys_owner on pos_keys to owner using (true);
create policy pos_keys_visible on pos_keys to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_keys to sixdoors_app;

create table pos_photos (
  account_id bigint not null,
  id bigint not null generated always as identity,
  media_type text not null,
  content bytea storage e not null,
  created_at timestamp with time zone not null,
  constraint pos_photos_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_photos_media_type_check CHECK (media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text])),
  constraint pos_photos_pkey PRIMARY KEY (account_id, id)
);
alter table pos_photos enable row level security;
alter table pos_photos force row level security;
create policy pos_photos_owner on pos_photos to owner using (true);
create policy pos_photos_visible on pos_photos to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_photos to sixdoors_app;

create table pos_refunds (
  account_id bigint not null,
  sale_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  status text not null,
  amount_cents integer not null,
  transaction_id bigint,
  message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  constraint pos_refunds_account_id_sale_id_fkey FOREIGN KEY (account_id, sale_id) REFERENCES pos_sales(account_id, id) ON DELETE CASCADE,
  constraint pos_refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint pos_refunds_pkey PRIMARY KEY (account_id, sale_id, id),
  constraint pos_refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'failed'::text]))
);
CREATE INDEX pos_refunds_pending ON pos_refunds USING btree (lease_until) WHERE status = 'pending'::text;
alter table pos_refunds enable row level security;
alter table pos_refunds force row level security;
create policy pos_refunds_left on pos_refunds for select to sixdoors_payments using (status = 'pending'::text);
create policy pos_refunds_owner on pos_refunds to owner using (true);
create policy pos_refunds_visible on pos_refunds to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_refunds to sixdoors_app;
grant select (account_id) on pos_refunds to sixdoors_payments;
grant select (sale_id) on pos_refunds to sixdoors_payments;
grant select (id) on pos_refunds to sixdoors_payments;
grant select (status) on pos_refunds to sixdoors_payments;
grant select (lease_until) on pos_refunds to sixdoors_payments;

create table pos_sale_lines (
  account_id bigint not null,
  sale_id bigint not null,
  id bigint not null generated always as identity,
  item_id bigint,
  canonical_id bigint,
  category_id bigint,
  name text not null,
  price_cents integer not null,
  quantity integer not null,
  notes text not null default ''::text,
  photo_id bigint,
  tax_rate_ids bigint[] not null,
  share_cents integer not null,
  refund_id bigint,
  created_at timestamp with time zone not null,
  constraint pos_sale_lines_account_id_sale_id_fkey FOREIGN KEY (account_id, sale_id) REFERENCES pos_sales(account_id, id) ON DELETE CASCADE,
  constraint pos_sale_lines_pkey PRIMARY KEY (account_id, sale_id, id),
  constraint pos_sale_lines_quantity_check CHECK (quantity > 0),
  constraint pos_sale_lines_share_cents_check CHECK (share_cents >= 0)
);
CREATE INDEX pos_sale_lines_by_category ON pos_sale_lines USING btree (account_id, category_id, created_at, sale_id) WHERE category_id IS NOT NULL;
alter table pos_sale_lines enable row level security;
alter table pos_sale_lines force row level security;
create policy pos_sale_lines_owner on pos_sale_lines to owner using (true);
create policy pos_sale_lines_visible on pos_sale_lines to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_sale_lines to sixdoors_app;

create table pos_sale_terms (
  account_id bigint not null,
  term_id bigint not null,
  created_at timestamp with time zone not null,
  sale_id bigint not null,
  constraint pos_sale_terms_account_id_sale_id_fkey FOREIGN KEY (account_id, sale_id) REFERENCES pos_sales(account_id, id) ON DELETE CASCADE,
  constraint pos_sale_terms_pkey PRIMARY KEY (account_id, term_id, created_at, sale_id)
);
CREATE INDEX pos_sale_terms_by_sale ON pos_sale_terms USING btree (account_id, sale_id, term_id);
alter table pos_sale_terms enable row level security;
alter table pos_sale_terms force row level security;
create policy pos_sale_terms_owner on pos_sale_terms to owner using (true);
create policy pos_sale_terms_visible on pos_sale_terms to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_sale_terms to sixdoors_app;

create table pos_sales (
  account_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  cashier text not null,
  status text not null,
  subtotal_cents integer not null,
  discount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  total_cents integer not null,
  refunded_cents integer not null default 0,
  currency text not null,
  taxes json not null,
  customer_email text,
  merchant_email text,
  token_id bigint,
  transaction_id bigint,
  card_brand text,
  last4 text,
  message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  constraint pos_sales_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_sales_amounts CHECK (subtotal_cents >= 0 AND tax_cents >= 0 AND tip_cents >= 0 AND discount_cents >= 0 AND discount_cents <= subtotal_cents AND total_cents = (subtotal_cents - discount_cents + tax_cents + tip_cents)),
  constraint pos_sales_pkey PRIMARY KEY (account_id, id),
  constraint pos_sales_refunded CHECK (refunded_cents >= 0 AND refunded_cents <= total_cents),
  constraint pos_sales_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'failed'::text, 'partially_refunded'::text, 'refunded'::text]))
);
CREATE INDEX pos_sales_age ON pos_sales USING brin (created_at);
CREATE INDEX pos_sales_by_status ON pos_sales USING btree (account_id, status, created_at, id);
CREATE INDEX pos_sales_by_time ON pos_sales USING btree (account_id, created_at, id);
CREATE INDEX pos_sales_by_total ON pos_sales USING btree (account_id, total_cents, created_at, id);
CREATE INDEX pos_sales_by_transaction ON pos_sales USING btree (account_id, transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX pos_sales_by_user ON pos_sales USING btree (account_id, user_id, created_at, id);
CREATE INDEX pos_sales_pending ON pos_sales USING btree (lease_until) WHERE status = 'pending'::text;
alter table pos_sales enable row level security;
alter table pos_sales force row level security;
create policy pos_sales_left on pos_sales for select to sixdoors_payments using (status = 'pending'::text);
create policy pos_sales_owner on pos_sales to owner using (true);
create policy pos_sales_visible on pos_sales to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_sales to sixdoors_app;
grant select (account_id) on pos_sales to sixdoors_payments;
grant select (id) on pos_sales to sixdoors_payments;
grant select (status) on pos_sales to sixdoors_payments;
grant select (lease_until) on pos_sales to sixdoors_payments;

create table pos_sessions (
  token_digest bytea not null,
  account_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint pos_sessions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES pos_users(account_id, id) ON DELETE CASCADE,
  constraint pos_sessions_pkey PRIMARY KEY (token_digest)
);
CREATE INDEX pos_sessions_age ON pos_sessions USING btree (used_at);
CREATE INDEX pos_sessions_user ON pos_sessions USING btree (account_id, user_id);
grant delete, insert, select, update on pos_sessions to sixdoors_app;

create table pos_tax_rates (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  percent_e4 integer not null,
  constraint pos_tax_rates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_tax_rates_percent_e4_check CHECK (percent_e4 >= 0 AND percent_e4 <= 1000000),
  constraint pos_tax_rates_pkey PRIMARY KEY (account_id, id)
);
alter table pos_tax_rates enable row level security;
alter table pos_tax_rates force row level security;
create policy pos_tax_rates_owner on pos_tax_rates to owner using (true);
create policy pos_tax_rates_visible on pos_tax_rates to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_tax_rates to sixdoors_app;

create table pos_term_starts (
  account_id bigint not null,
  start text collate "C" not null,
  term_id bigint not null,
  constraint pos_term_starts_account_id_term_id_fkey FOREIGN KEY (account_id, term_id) REFERENCES pos_terms(account_id, id) ON DELETE CASCADE,
  constraint pos_term_starts_pkey PRIMARY KEY (account_id, start, term_id)
);
CREATE INDEX pos_term_starts_by_term ON pos_term_starts USING btree (account_id, term_id);
alter table pos_term_starts enable row level security;
alter table pos_term_starts force row level security;
create policy pos_term_starts_owner on pos_term_starts to owner using (true);
create policy pos_term_starts_visible on pos_term_starts to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_term_starts to sixdoors_app;

create table pos_terms (
  account_id bigint not null,
  id bigint not null generated always as identity,
  term text not null,
  constraint pos_terms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_terms_pkey PRIMARY KEY (account_id, id),
  constraint pos_terms_unique UNIQUE (account_id, term)
);
alter table pos_terms enable row level security;
alter table pos_terms force row level security;
create policy pos_terms_owner on pos_terms to owner using (true);
create policy pos_terms_visible on pos_terms to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on pos_terms to sixdoors_app;

create table pos_users (
  account_id bigint not null,
  id bigint not null generated always as identity,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  role text not null,
  password_hash text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint pos_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pos_users_pkey PRIMARY KEY (account_id, id),
  constraint pos_users_role_check CHECK (role = ANY (ARRAY['admin'::text, 'manager'::text, 'cashier'::text]))
);
CREATE INDEX pos_users_by_email ON pos_users USING btree (lower(email));
CREATE UNIQUE INDEX pos_users_email_unique ON pos_users USING btree (account_id, lower(email));
alter table pos_users enable row level security;
alter table pos_users force row level security;
create policy pos_users_owner on pos_users to owner using (true);
create policy pos_users_visible on pos_users to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
CREATE TRIGGER tell_access_change AFTER DELETE OR UPDATE ON pos_users FOR EACH ROW EXECUTE FUNCTION tell_access_change('pos user', 'id');
CREATE TRIGGER tell_access_truncation AFTER TRUNCATE ON pos_users FOR EACH STATEMENT EXECUTE FUNCTION tell_access_change();
grant delete, insert, select, update on pos_users to sixdoors_app;

create table purges (
  work text not null,
  done_up_to timestamp with time zone,
  held_at timestamp with time zone,
  held_up_to timestamp with time zone,
  held_counts json,
  held_why text,
  allowed_at timestamp with time zone,
  allowed_by text,
  constraint purges_allowed_is_held CHECK (allowed_at IS NULL OR held_at IS NOT NULL),
  constraint purges_held_complete CHECK ((held_at IS NULL) = (held_up_to IS NULL) AND (held_at IS NULL) = (held_counts IS NULL) AND (held_at IS NULL) = (held_why IS NULL)),
  constraint purges_pkey PRIMARY KEY (work)
);
grant select, update on purges to sixdoors_app;

create table removed_tokens (
  account_id bigint not null,
  token_id bigint not null,
  removed_at timestamp with time zone not null,
  constraint removed_tokens_pkey PRIMARY KEY (account_id, token_id)
);
alter table removed_tokens enable row level security;
alter table removed_tokens force row level security;
create policy removed_tokens_owner on removed_tokens to owner using (true);
create policy removed_tokens_paid on removed_tokens to sixdoors_payments using (true);
create policy removed_tokens_visible on removed_tokens to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant insert, select on removed_tokens to sixdoors_app;
grant select on removed_tokens to sixdoors_payments;

create table report_filters (
  account_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  question json not null,
  saved_by text not null,
  updated_at timestamp with time zone not null,
  constraint report_filters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint report_filters_name_unique UNIQUE (account_id, name),
  constraint report_filters_pkey PRIMARY KEY (account_id, id)
);
alter table report_filters enable row level security;
alter table report_filters force row level security;
create policy report_filters_owner on report_filters to owner using (true);
create policy report_filters_visible on report_filters to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")));
grant delete, insert, select, update on report_filters to sixdoors_app;

create view report_records with (security_invoker=true) (
  account_id bigint,
  id bigint,
  authorized_at timestamp with time zone,
  batched_at timestamp with time zone,
  batch_id smallint,
  settle_at timestamp with time zone,
  is_approved boolean,
  tender_type text,
  transaction_type text,
  authorization_msg text,
  amount_cents integer,
  refund_balance_cents integer,
  has_refunds boolean,
  return_code text,
  noc_data text,
  trace_num bigint,
  authorization_code text,
  avs_response text,
  cvv2_response text,
  card_brand text,
  card_expiration text,
  last4 text,
  entry_mode text,
  is_keyed boolean,
  is_swiped boolean,
  name text,
  company text,
  street_address1 text,
  city text,
  state_province text,
  zip text,
  country text,
  phone text,
  email text,
  ip_address text,
  cashier text,
  custom_id text,
  custom_data text,
  description text,
  transaction_group text,
  input_group text,
  invoice_entry text,
  recurring_id text,
  form_fields jsonb,
  level2_tax_cents integer,
  level2_zip text,
  level2_order_id text,
  level2_merchant_reference text,
  restaurant_server_id text,
  restaurant_gratuity_cents integer,
  credited_sale_id bigint
) as
SELECT account_id,
    id,
    authorized_at,
    batched_at,
    batch_id,
    settle_at,
    is_approved,
    tender_type,
        CASE
            WHEN transaction_type = 'REVERSAL'::text THEN 'REFUND'::text
            ELSE transaction_type
        END AS transaction_type,
        CASE
            WHEN tender_type <> 'ACH'::text OR (transaction_type = ANY (ARRAY['REFUND'::text, 'REVERSAL'::text])) THEN message
            WHEN state = 'not_batched'::text THEN 'NOT BATCHED'::text
            WHEN state = ANY (ARRAY['voided'::text, 'reversed'::text]) THEN 'VOID'::text
            WHEN state <> ALL (ARRAY['pending'::text, 'settled'::text, 'returned'::text, 'rejected'::text, 'voiding'::text, 'reversing'::text]) THEN message
            WHEN batched_at IS NULL THEN 'PENDING'::text
            ELSE 'BATCHED'::text
        END AS authorization_msg,
    amount_cents,
        CASE
            WHEN state = ANY (ARRAY['sold'::text, 'forced'::text, 'captured'::text]) THEN amount_cents - refunded_cents
            WHEN state = 'pending'::text AND batched_at IS NULL AND transaction_type <> 'CREDIT'::text THEN amount_cents - refunded_cents
            ELSE 0
        END AS refund_balance_cents,
    refunded_cents > 0 OR (state = ANY (ARRAY['voided'::text, 'reversed'::text])) AS has_refunds,
        CASE
            WHEN batched_at IS NOT NULL AND (state = ANY (ARRAY['settled'::text, 'returned'::text, 'rejected'::text])) THEN return_code
            ELSE NULL::text
        END AS return_code,
    noc_data,
    trace_num,
    authorization_code,
    avs_response,
    cvv2_response,
    card_brand,
    card_expiration,
    last4,
    entry_mode,
    NOT entry_mode IS DISTINCT FROM 'KEYED'::text AS is_keyed,
    COALESCE(entry_mode = ANY (ARRAY['SWIPED'::text, 'FALLBACK SWIPED'::text]), false) AS is_swiped,
    NULLIF(concat_ws(' '::text, first_name, last_name), ''::text) AS name,
    company,
    street_address1,
    city,
    state_province,
    zip,
    country,
    phone,
    email,
    ip_address,
    cashier,
    custom_id,
    custom_data,
    description,
    transaction_group,
    input_group,
    invoice_entry,
    recurring_id,
    form_fields,
    level2_tax_cents,
    level2_zip,
    level2_order_id,
    level2_merchant_reference,
    restaurant_server_id,
    restaurant_gratuity_cents,
        CASE
            WHEN transaction_type = 'CREDIT'::text AND tender_type = 'ACH'::text THEN original_id
            ELSE NULL::bigint
        END AS credited_sale_id
   FROM transactions one;
grant select on report_records to sixdoors_app;

create view report_refunds with (security_invoker=true) (
  account_id bigint,
  original_id bigint,
  id bigint,
  authorized_at timestamp with time zone
) as
SELECT account_id,
    original_id,
    id,
    authorized_at
   FROM transactions
  WHERE original_id IS NOT NULL AND is_approved AND ((transaction_type = ANY (ARRAY['REFUND'::text, 'REVERSAL'::text])) AND state <> 'reversed'::text OR transaction_type = 'CREDIT'::text AND (state <> ALL (ARRAY['reversed'::text, 'voided'::text, 'returned'::text, 'rejected'::text])));
grant select on report_refunds to sixdoors_app;

create table report_schedules (
  account_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  question json not null,
  every text not null,
  hour smallint not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  last_sent_at timestamp with time zone,
  constraint report_schedules_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES pos_users(account_id, id) ON DELETE CASCADE,
  constraint report_schedules_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  constraint report_schedules_hour_check CHECK (hour >= 0 AND hour <= 23),
  constraint report_schedules_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX report_schedules_due ON report_schedules USING btree (next_at);
CREATE INDEX report_schedules_user ON report_schedules USING btree (account_id, user_id);
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy report_schedules_owner on report_schedules to owner using (true);
create policy report_schedules_visible on report_schedules to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select on report_schedules to sixdoors_app;

create table request_log (
  id bigint not null generated always as identity,
  request_id uuid not null,
  received_at timestamp with time zone not null,
  took_ms real not null,
  interface_name text not null,
  method text not null,
  path text not null,
  status smallint not null,
  actor text,
  address text not null,
  request text not null,
  answer text not null,
  operation text not null default 'Request'::text,
  outcome text not null default 'success'::text,
  error_code text,
  account_id bigint,
  partner_id bigint,
  transaction_id bigint,
  original_id bigint,
  amount_cents bigint,
  constraint request_log_outcome_check CHECK (outcome = ANY (ARRAY['success'::text, 'approved'::text, 'declined'::text, 'pending'::text, 'error'::text])),
  constraint request_log_pkey PRIMARY KEY (id)
);
CREATE INDEX request_log_account ON request_log USING btree (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX request_log_original ON request_log USING btree (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX request_log_outcome ON request_log USING btree (outcome, id) WHERE outcome = ANY (ARRAY['declined'::text, 'pending'::text, 'error'::text]);
CREATE INDEX request_log_partner ON request_log USING btree (partner_id, id) WHERE partner_id IS NOT NULL;
CREATE INDEX request_log_received ON request_log USING brin (received_at);
CREATE INDEX request_log_request ON request_log USING btree (request_id);
CREATE INDEX request_log_transaction ON request_log USING btree (transaction_id) WHERE transaction_id IS NOT NULL;
alter table request_log enable row level security;
alter table request_log force row level security;
create policy request_log_operated on request_log for select to sixdoors_payments using (true);
create policy request_log_owner on request_log to owner using (true);
create policy request_log_visible on request_log for select to sixdoors_app using (account_id = (( SELECT NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint AS "nullif")) OR partner_id = (( SELECT NULLIF(current_setting('sixdoors.partner_id'::text, true), ''::text)::bigint AS "nullif")));
create policy request_log_written on request_log for insert to sixdoors_app with check (true);
grant insert, select on request_log to sixdoors_app;
grant select on request_log to sixdoors_payments;

create table safe_mode (
  only_row boolean not null default true,
  since timestamp with time zone not null default now(),
  reason text not null,
  started_by text not null,
  constraint safe_mode_one_row CHECK (only_row),
  constraint safe_mode_pkey PRIMARY KEY (only_row)
);
grant select on safe_mode to sixdoors_app;
grant select on safe_mode to sixdoors_payments;

create table saved_views (
  account_id bigint not null,
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  settings json not null,
  updated_at timestamp with time zone not null,
  constraint saved_views_name_unique UNIQUE (account_id, user_id, name),
  constraint saved_views_pkey PRIMARY KEY (account_id, id),
  constraint saved_views_user_fkey FOREIGN KEY (account_id, user_id) REFERENCES pos_users(account_id, id) ON DELETE CASCADE
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy saved_views_owner on saved_views to owner using (true);
create policy saved_views_visible on saved_views to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant delete, insert, select, update on saved_views to sixdoors_app;

create table sent_reports (
  account_id bigint not null,
  id uuid not null,
  name text not null,
  question json not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sent_reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sent_reports_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX sent_reports_age ON sent_reports USING btree (expires_at);
alter table sent_reports enable row level security;
alter table sent_reports force row level security;
create policy sent_reports_owner on sent_reports to owner using (true);
create policy sent_reports_visible on sent_reports to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
grant select on sent_reports to sixdoors_app;

create table sftp_servers (
  connection text not null,
  host text not null,
  port integer not null,
  user_name text not null,
  host_keys text[] not null,
  login_kind text not null,
  login_sealed bytea not null,
  outbox text not null,
  drafts text not null,
  inbox text not null,
  archive text not null,
  constraint sftp_servers_connection_fkey FOREIGN KEY (connection) REFERENCES bank_connections(name),
  constraint sftp_servers_host_keys_check CHECK (cardinality(host_keys) > 0),
  constraint sftp_servers_login_kind_check CHECK (login_kind = ANY (ARRAY['key'::text, 'password'::text])),
  constraint sftp_servers_pkey PRIMARY KEY (connection),
  constraint sftp_servers_port_check CHECK (port >= 1 AND port <= 65535)
);
grant insert, select, update on sftp_servers to sixdoors_app;
grant select on sftp_servers to sixdoors_payments;

create table sign_in_challenges (
  digest bytea not null,
  purpose text not null,
  sealed bytea,
  good_until timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (digest)
);
CREATE INDEX sign_in_challenges_age ON sign_in_challenges USING btree (good_until);
grant delete, insert, select on sign_in_challenges to sixdoors_app;

create sequence trace_numbers as bigint increment by 100 maxvalue 999999 cycle;
grant usage on sequence trace_numbers to sixdoors_app;
grant usage on sequence trace_numbers to sixdoors_payments;

create table transactions (
  account_id bigint not null,
  id bigint not null,
  attempt_id uuid not null,
  transaction_type text not null,
  tender_type text not null,
  state text not null,
  is_approved boolean not null,
  authorized_at timestamp with time zone not null,
  amount_cents integer not null,
  request_amount_cents integer not null,
  refunded_cents integer not null default 0,
  currency text not null,
  authorization_code text,
  message text not null,
  original_id bigint,
  card_brand text,
  last4 text,
  card_expiration text,
  entry_mode text,
  avs_response text,
  cvv2_response text,
  trace_num bigint,
  first_name text,
  last_name text,
  company text,
  street_address1 text,
  street_address2 text,
  city text,
  state_province text,
  zip text,
  country text,
  phone text,
  email text,
  ip_address text,
  cashier text,
  custom_id text,
  custom_data text,
  description text,
  transaction_group text,
  input_group text,
  invoice_entry text,
  payment_type text,
  installment_number integer,
  installment_count integer,
  recurring_id text,
  check_number text,
  sec_code text,
  bank_account_type text,
  verification_passed boolean,
  verification_message text,
  batch_id smallint,
  batched_at timestamp with time zone,
  settle_at timestamp with time zone,
  return_code text,
  noc_data text,
  form_name text,
  form_fields jsonb,
  sec_code_sent text,
  card_host text,
  host_merchant json,
  level2_tax_cents integer,
  level2_zip text,
  level2_order_id text,
  level2_merchant_reference text,
  restaurant_server_id text,
  restaurant_gratuity_cents integer,
  same_day_at timestamp with time zone,
  prenote_id bigint,
  constraint transactions_amount_cents_check CHECK (amount_cents >= 0),
  constraint transactions_check CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents),
  constraint transactions_last4_check CHECK (length(last4) <= 4),
  constraint transactions_pkey PRIMARY KEY (account_id, id),
  constraint transactions_request_amount_cents_check CHECK (request_amount_cents >= 0),
  constraint transactions_state_check CHECK (state = ANY (ARRAY['authorized'::text, 'sold'::text, 'forced'::text, 'captured'::text, 'credited'::text, 'refunded'::text, 'stored'::text, 'closed'::text, 'pending'::text, 'settled'::text, 'returned'::text, 'rejected'::text, 'declined'::text, 'not_sent'::text, 'not_batched'::text, 'capturing'::text, 'voiding'::text, 'reversing'::text, 'reversed'::text, 'voided'::text])),
  constraint transactions_transaction_type_check CHECK (transaction_type = ANY (ARRAY['SALE'::text, 'AUTHORIZATION'::text, 'CAPTURE'::text, 'REFUND'::text, 'CREDIT'::text, 'STORE'::text, 'FORCE'::text, 'REVERSAL'::text, 'SETTLE-BATCH'::text]))
) partition by RANGE (id);
CREATE INDEX transactions_after_prenote ON ONLY transactions USING btree (account_id, prenote_id) WHERE batched_at IS NULL AND state = 'pending'::text AND prenote_id IS NOT NULL;
CREATE INDEX transactions_by_amount ON ONLY transactions USING btree (account_id, amount_cents) WHERE batch_id IS NOT NULL AND state <> 'pending'::text;
CREATE INDEX transactions_by_batch ON ONLY transactions USING btree (account_id, batched_at) WHERE batched_at IS NOT NULL;
CREATE INDEX transactions_by_email ON ONLY transactions USING btree (account_id, email) WHERE batch_id IS NOT NULL AND state <> 'pending'::text AND email IS NOT NULL;
CREATE INDEX transactions_by_last4 ON ONLY transactions USING btree (account_id, last4) WHERE batch_id IS NOT NULL AND state <> 'pending'::text AND last4 IS NOT NULL;
CREATE INDEX transactions_by_last_name ON ONLY transactions USING btree (account_id, last_name) WHERE batch_id IS NOT NULL AND state <> 'pending'::text AND last_name IS NOT NULL;
CREATE INDEX transactions_by_order ON ONLY transactions USING btree (account_id, custom_id) WHERE batch_id IS NOT NULL AND state <> 'pending'::text AND custom_id IS NOT NULL;
CREATE INDEX transactions_by_original ON ONLY transactions USING btree (original_id, account_id) WHERE original_id IS NOT NULL;
CREATE INDEX transactions_by_settlement ON ONLY transactions USING btree (account_id, settle_at) WHERE settle_at IS NOT NULL;
CREATE INDEX transactions_by_time ON ONLY transactions USING btree (account_id, authorized_at) WHERE authorized_at IS NOT NULL;
CREATE INDEX transactions_prenotes_to_send ON ONLY transactions USING btree (account_id, id) WHERE batched_at IS NULL AND state = 'stored'::text AND prenote_id = id;
CREATE INDEX transactions_stored ON ONLY transactions USING btree (account_id, id) WHERE state = 'stored'::text;
CREATE INDEX transactions_to_batch ON ONLY transactions USING btree (account_id, id) WHERE batched_at IS NULL AND tender_type = 'CARD'::text AND (state = ANY (ARRAY['sold'::text, 'forced'::text, 'captured'::text, 'credited'::text, 'refunded'::text]));
CREATE INDEX transactions_to_lapse ON ONLY transactions USING btree (authorized_at) WHERE state = 'authorized'::text;
CREATE INDEX transactions_to_send ON ONLY transactions USING btree (account_id, id) WHERE batched_at IS NULL AND tender_type = 'ACH'::text AND state = 'pending'::text;
alter table transactions enable row level security;
alter table transactions force row level security;
create policy transactions_owner on transactions to owner using (true);
create policy transactions_paid on transactions to sixdoors_payments using (true);
create policy transactions_visible on transactions to sixdoors_app using ((account_id + 0) = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint OR ((account_id + 0) = ANY (string_to_array(NULLIF(current_setting('sixdoors.account_ids'::text, true), ''::text), ','::text)::bigint[])));
grant delete, insert, select, update on transactions to sixdoors_payments;
grant select on transactions to sixdoors_app;

create table vault (
  account_id bigint not null,
  token_id bigint not null,
  kind text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  charged_at timestamp with time zone,
  constraint vault_kind_check CHECK (kind = ANY (ARRAY['card'::text, 'bank'::text])),
  constraint vault_pkey PRIMARY KEY (account_id, token_id)
);
CREATE INDEX vault_age ON vault USING brin (created_at);
CREATE INDEX vault_charged ON vault USING btree (account_id, token_id) WHERE charged_at IS NOT NULL;
grant delete, insert, select, update on vault to sixdoors_payments;

create table verification_leases (
  account_id bigint not null,
  fingerprint bytea not null,
  holder uuid not null,
  held_until timestamp with time zone not null,
  answer text,
  reason text,
  answered_at timestamp with time zone,
  constraint verification_leases_answer_check CHECK (answer = ANY (ARRAY['passed'::text, 'refused'::text, 'unavailable'::text])),
  constraint verification_leases_answer_complete CHECK ((answer IS NULL) = (answered_at IS NULL) AND (reason IS NULL OR answer = 'refused'::text)),
  constraint verification_leases_pkey PRIMARY KEY (account_id, fingerprint),
  constraint verification_leases_reason_check CHECK (length(reason) <= 100)
);
CREATE INDEX verification_leases_age ON verification_leases USING btree (held_until);
grant delete, insert, select, update on verification_leases to sixdoors_payments;

create table verification_passes (
  account_id bigint not null,
  fingerprint bytea not null,
  passed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint verification_passes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint verification_passes_pkey PRIMARY KEY (account_id, fingerprint)
);
CREATE INDEX verification_passes_age ON verification_passes USING btree (passed_at);
grant delete, insert, select, update on verification_passes to sixdoors_payments;

create table verification_settings (
  account_id bigint not null,
  is_enabled boolean not null,
  sec_codes text[] not null,
  frequency_days smallint default 360,
  covers_recurring boolean not null default false,
  covers_reissue boolean not null default false,
  when_unavailable text not null default 'decline'::text,
  constraint verification_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint verification_settings_frequency_days_check CHECK (frequency_days >= 30 AND frequency_days <= 360 AND (frequency_days::integer % 30) = 0),
  constraint verification_settings_pkey PRIMARY KEY (account_id),
  constraint verification_settings_sec_codes_check CHECK ('WEB'::text = ANY (sec_codes)),
  constraint verification_settings_when_unavailable_check CHECK (when_unavailable = ANY (ARRAY['decline'::text, 'accept'::text]))
);
grant insert, select, update on verification_settings to sixdoors_app;
grant select on verification_settings to sixdoors_payments;

create table webhook_endpoints (
  account_id bigint not null,
  url text not null,
  origin text not null,
  is_on boolean not null,
  switched_off_at timestamp with time zone,
  switched_off_why text,
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamp with time zone,
  updated_at timestamp with time zone not null,
  events text[],
  number integer not null default 1,
  created_at timestamp with time zone default now(),
  constraint webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_endpoints_number_check CHECK (number = 1),
  constraint webhook_endpoints_number_unique UNIQUE (account_id, number),
  constraint webhook_endpoints_pkey PRIMARY KEY (account_id)
);
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy webhook_endpoints_dispatched on webhook_endpoints to sixdoors_payments using (true);
create policy webhook_endpoints_owner on webhook_endpoints to owner using (true);
create policy webhook_endpoints_visible on webhook_endpoints to sixdoors_app using (account_id = NULLIF(current_setting('sixdoors.account_id'::text, true), ''::text)::bigint);
CREATE TRIGGER tell_webhook_change AFTER INSERT OR DELETE OR UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION tell_webhook_change();
grant delete, insert, select, update on webhook_endpoints to sixdoors_app;
grant select, update on webhook_endpoints to sixdoors_payments;

create table worker_heartbeats (
  worker_id uuid not null,
  host text not null,
  process_id integer not null,
  version text not null,
  clock_skew_ms double precision not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);
grant select on worker_heartbeats to sixdoors_app;
grant select on worker_heartbeats to sixdoors_payments;

create table simulator.ach_answers (
  connection text not null,
  file_name text not null,
  trace_number text not null,
  code text not null,
  due_at timestamp with time zone not null,
  sealed bytea not null,
  put_away_at timestamp with time zone,
  constraint ach_answers_pkey PRIMARY KEY (connection, file_name, trace_number, code)
);
CREATE INDEX ach_answers_due ON simulator.ach_answers USING btree (connection, due_at) WHERE put_away_at IS NULL;
grant delete, insert, select, update on simulator.ach_answers to sixdoors_payments;

create table simulator.ach_files (
  connection text not null,
  name text not null,
  digest bytea not null,
  entry_count integer not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  received_at timestamp with time zone,
  constraint ach_files_pkey PRIMARY KEY (connection, name)
);
grant delete, insert, select, update on simulator.ach_files to sixdoors_payments;

create table simulator.card_orders (
  reference uuid not null,
  account_id bigint not null,
  transaction_id bigint not null,
  transaction_type text not null,
  amount_cents integer not null,
  answer json not null,
  received_at timestamp with time zone not null default now(),
  reversed_at timestamp with time zone,
  constraint card_orders_pkey PRIMARY KEY (reference)
);
grant insert, select, update on simulator.card_orders to sixdoors_payments;

create table simulator.verifications (
  number bigint not null generated always as identity,
  request_id text not null,
  account_id bigint not null,
  last4 text not null,
  answer text not null,
  asked_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (number)
);
CREATE INDEX verifications_asked ON simulator.verifications USING btree (account_id, last4);
grant insert, select on simulator.verifications to sixdoors_payments;

create function audit_await_link()
  returns trigger language plpgsql volatile security definer set search_path=pg_catalog, public, pg_temp
as $$
begin
  insert into public.audit_unchained (entry_id) select id from written;
  return null;
end
$$;
grant execute on function audit_await_link() to public;

create function audit_refuse_change()
  returns trigger language plpgsql volatile
as $$
begin
  if current_setting('sixdoors.audit_changes', true) = 'allowed' then
    return null;
  end if;
  raise exception 'the audit is never changed' using errcode = 'insufficient_privilege';
end
$$;
grant execute on function audit_refuse_change() to public;

create function count_devices()
  returns trigger language plpgsql volatile security definer set search_path=public, pg_temp
as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select partner_id, device_state_id, 1 as delta from added'
    when 'DELETE' then 'select partner_id, device_state_id, -1 as delta from removed'
    else 'select partner_id, device_state_id, 1 as delta from added'
      ' union all select partner_id, device_state_id, -1 from removed' end;
begin
  execute format('insert into device_counts as known (partner_id, device_state_id, devices)'
    ' select partner_id, device_state_id, sum(delta) from (%s) change'
    ' group by partner_id, device_state_id having sum(delta) <> 0'
    ' order by partner_id, device_state_id'
    ' on conflict (partner_id, device_state_id)'
    ' do update set devices = known.devices + excluded.devices', changes);
  return null;
end
$$;
grant execute on function count_devices() to public;

create function count_management()
  returns trigger language plpgsql volatile security definer set search_path=public, pg_temp
as $$
declare
  owner text := case tg_table_name when 'clients' then 'direct_partner_id' else 'partner_id' end;
  changes text := case tg_op
    when 'INSERT' then format('select %I as partner_id, 1 as delta from added', owner)
    when 'DELETE' then format('select %I as partner_id, -1 as delta from removed', owner)
    else format('select %1$I as partner_id, 1 as delta from added'
      ' union all select %1$I, -1 from removed', owner) end;
begin
  execute format('insert into management_counts as known (partner_id, %1$I)'
    ' select partner_id, sum(delta) from (%2$s) change'
    ' group by partner_id having sum(delta) <> 0 order by partner_id'
    ' on conflict (partner_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_table_name, changes);
  return null;
end
$$;
grant execute on function count_management() to public;

create function find_root()
  returns trigger language plpgsql volatile security definer set search_path=public, pg_temp
as $$
begin
  new.root_id := (select path[1] from partners where id = new.partner_id);
  return new;
end
$$;
grant execute on function find_root() to public;

create function is_partner_active(of_partner bigint, of_client bigint)
  returns boolean language sql stable security definer set search_path=public, pg_temp
as $$
  select exists (
      select from partners item
      where item.id = of_partner and item.is_active and not exists (
        select from partners above where above.id = any (item.path) and not above.is_active))
    and (of_client is null or exists (
      select from clients where id = of_client and is_active))
$$;
grant execute on function is_partner_active(bigint,bigint) to sixdoors_app;

create function job_queues()
  returns TABLE(name text, cron text, waiting bigint, retrying bigint, active bigint, failed bigint, done bigint, oldest_waiting_at timestamp with time zone, last_done_at timestamp with time zone, last_failure_at timestamp with time zone, last_failure text) language plpgsql stable security definer set search_path=pg_catalog, pg_temp
as $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  return query execute $queues$
    select queue.name,
      (select min(plan.cron) from pgboss.schedule plan where plan.name = queue.name),
      count(job.id) filter (where job.state::text = 'created'),
      count(job.id) filter (where job.state::text = 'retry'),
      count(job.id) filter (where job.state::text = 'active'),
      count(job.id) filter (where job.state::text = 'failed'),
      count(job.id) filter (where job.state::text = 'completed'),
      min(job.start_after) filter (where job.state::text in ('created', 'retry')),
      max(job.completed_on) filter (where job.state::text = 'completed'),
      max(coalesce(job.completed_on, job.started_on))
        filter (where job.state::text in ('failed', 'retry')),
      (array_agg(job.output ->> 'message' order by job.created_on desc)
        filter (where job.state::text in ('failed', 'retry')))[1]
    from pgboss.queue queue left join pgboss.job job on job.name = queue.name
    where queue.name !~ '^__'
    group by queue.name order by queue.name
  $queues$;
end
$$;
grant execute on function job_queues() to sixdoors_app;

create function logins_with_email(sought text)
  returns TABLE(kind text, id bigint, tenant_id bigint) language sql stable security definer set search_path=public, pg_temp
as $$
  select 'operator', operators.id, null::bigint from operators
  where lower(email) = lower(sought) and is_active
  union all
  select 'contact', contacts.id, contacts.partner_id
  from contacts join contact_credentials login on login.contact_id = contacts.id
  where lower(contacts.email) = lower(sought) and login.is_active
    and is_partner_active(login.partner_id, login.client_id)
  union all
  select 'pos_user', pos_users.id, pos_users.account_id
  from pos_users join accounts on accounts.id = pos_users.account_id
  where lower(pos_users.email) = lower(sought) and pos_users.is_active and accounts.is_active
  order by 1, 2
$$;
grant execute on function logins_with_email(text) to public;

create function management_has(what text, value text)
  returns boolean language sql stable security definer set search_path=public, pg_temp
as $$
  select case what
    when 'reference' then exists (select from partners where reference = value)
    when 'parserName' then exists (select from partner_credentials where parser_name = value)
    when 'userName' then exists (select from contact_credentials where user_name = value)
    when 'uniqueId' then exists (select from locations where unique_id = value::uuid)
    -- Calls of partners above the caller count as well.
    when 'journal of client' then
      exists (select from parser_journal where client_id = value::bigint)
  end
$$;
grant execute on function management_has(text,text) to sixdoors_app;

create function tell_access_change()
  returns trigger language plpgsql volatile security definer set search_path=""
as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into public.access_changes (subject) values ('everything') on conflict do nothing;
  elsif tg_op = 'DELETE' or old is distinct from new then
    insert into public.access_changes (subject)
    values (tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]))
    on conflict do nothing;
  end if;
  return null;
end
$$;
grant execute on function tell_access_change() to public;

create function tell_activation_change()
  returns trigger language plpgsql volatile security definer set search_path=""
as $$
begin
  if tg_table_name = 'partners' then
    insert into public.access_changes (subject)
    select 'partner:' || id from public.partners
    where path operator(pg_catalog.@>) array[new.id] and id <> new.id
    on conflict do nothing;
  else
    insert into public.access_changes (subject)
    select 'contact:' || id from public.contacts where client_id = new.id
    on conflict do nothing;
  end if;
  return null;
end
$$;
grant execute on function tell_activation_change() to public;

create function tell_webhook_change()
  returns trigger language plpgsql volatile security definer set search_path=""
as $$
begin
  insert into public.access_changes (subject)
  values ('account:' || coalesce(new.account_id, old.account_id))
  on conflict do nothing;
  return null;
end
$$;
grant execute on function tell_webhook_change() to public;
