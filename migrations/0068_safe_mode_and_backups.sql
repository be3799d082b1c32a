-- expand
-- Safe mode of a restored copy, and when backups and drills were made.

-- One row while safe mode is on: nothing is sent to card hosts, banks, endpoints or mailboxes, and no
-- payment begins. No row: safe mode is off.
create table safe_mode (
  only_row boolean primary key default true constraint safe_mode_one_row check (only_row),
  since timestamptz not null default now(),
  reason text not null,
  -- Who restored the copy, or turned safe mode on.
  started_by text not null
);
grant select on safe_mode to sixdoors_app, sixdoors_payments;

-- The newest base backup (base), archived write-ahead log (archive), and restore drill (drill).
create table backup_states (
  kind text primary key,
  done_at timestamptz not null
);
grant select on backup_states to sixdoors_app;
