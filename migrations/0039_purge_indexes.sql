-- Every purge deletes in batches, and an index finds each batch. BRIN where rows arrive in order of
-- time and are not changed in that column: it costs nothing to write.
create index vault_age on vault using brin (created_at);
create index ach_updates_age on ach_updates using brin (transaction_id);
create index ach_notices_age on ach_notices using brin (transaction_id);
create index ach_files_age on ach_files (created_at);
create index ach_inbound_files_age on ach_inbound_files (received_at);
create index ach_unmatched_by_file on ach_unmatched (inbound_file_id);
create index verification_passes_age on verification_passes (passed_at);
create index verification_leases_age on verification_leases (held_until);
create index till_invitations_age on till_invitations (expires_at);
create index mailbox_age on mailbox (received_at);
create index inspection_reminders_age on inspection_reminders (reminded_at);
