-- expand
-- A file of a bank that could not be read stays on the operators' home page until somebody has dealt
-- with it. Earlier releases do not use these columns. The names differ from those of ach_unmatched,
-- because earlier releases name its columns without the table in a join of both.

alter table ach_inbound_files
  add column resolved_at timestamptz,
  add column resolved_by text,
  add column resolution text;

create index ach_inbound_files_unread on ach_inbound_files (received_at)
  where state <> 'read' and resolved_at is null;
