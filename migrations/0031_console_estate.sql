-- What a partner's people look for at the console: devices by type and by the beginning of a serial
-- number, calls of one device, the few calls that failed, and attestations by the act they were made
-- in.

create index devices_serial_prefix on devices (root_id, serial_number text_pattern_ops);
create index devices_type_page on devices (root_id, device_type_id, id)
  include (partner_id, device_state_id);

create index parser_journal_device on parser_journal (device_id, message_id)
  where device_id is not null;
-- Failures and replays are few: their indexes cost nothing where all goes well.
create index parser_journal_failures on parser_journal (partner_id, message_id)
  where not is_success;
create index parser_journal_replays on parser_journal (partner_id, message_id) where is_replay;

-- An act attests many devices, a row each. All of its rows name the first of them.
alter table attestations add column act_id bigint;
update attestations set act_id = act.first_id
from (
  select client_id, created_at, name, complete_date, min(id) as first_id from attestations
  group by client_id, created_at, name, complete_date
) act
where act.client_id = attestations.client_id and act.created_at = attestations.created_at
  and act.name = attestations.name and act.complete_date = attestations.complete_date;
alter table attestations alter column act_id set not null;
create index attestations_act on attestations (act_id);
create index attestations_first on attestations (partner_id, id) where act_id = id;
create index attestations_client_first on attestations (client_id, id) where act_id = id;

-- The first row's id is needed before there is a row.
grant usage on sequence attestations_id_seq to sixdoors_app;
