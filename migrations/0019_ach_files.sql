-- ACH files on their way to banks, and what comes back from there.

alter table bank_connections
  -- How files reach it: the simulated bank, or folders that a transfer program empties and fills.
  add column network text not null default 'simulator'
    check (network in ('simulator', 'directory')),
  -- Where offset entries go: routing number, account number, kind of account.
  add column offset_sealed bytea;

-- The windows of its bank connection that an account's entries leave by; null: every one.
alter table accounts add column ach_cut_offs text[];

-- The last number that a connection's trace numbers have used. It starts again after nine million.
create table ach_counters (
  connection text primary key,
  last_sequence integer not null check (last_sequence >= 0)
);

-- One file per bank connection and window. While it is being built it gathers entries; one commit
-- fixes its bytes; it is prepared where handing it over is a single act; then it is handed over.
create table ach_files (
  id bigint generated always as identity primary key,
  connection text not null,
  -- The window's name, or 'forced'.
  cut_off text not null,
  cut_off_at timestamptz not null,
  name text not null,
  -- As its header says, in business time.
  created_at timestamptz not null,
  id_modifier text not null,
  settles_on date not null,
  state text not null check (state in ('building', 'fixed', 'prepared', 'handed_over')),
  first_sequence integer not null,
  last_sequence integer not null,
  entry_count integer not null default 0,
  debit_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  -- SHA-256 of its bytes.
  digest bytea,
  handed_over_at timestamptz,
  -- From when on an entry without a return counts as funded.
  funded_on date,
  settled_at timestamptz,
  constraint ach_files_one_per_window unique (connection, cut_off, cut_off_at),
  constraint ach_files_name_unique unique (name)
);
create index ach_files_under_way on ach_files (connection, id) where state <> 'handed_over';
create index ach_files_to_settle on ach_files (funded_on)
  where state = 'handed_over' and settled_at is null;

-- A file's bytes, sealed piece by piece.
create table ach_file_parts (
  file_id bigint not null references ach_files (id) on delete cascade,
  part integer not null,
  sealed bytea not null,
  primary key (file_id, part)
);

create table ach_batches (
  account_id bigint not null,
  file_id bigint not null references ach_files (id) on delete cascade,
  -- Its number in the file.
  number integer not null,
  -- Counted per account for ever; the outside sees 1 to 9999.
  account_number integer not null,
  sec_code text not null,
  direction text not null check (direction in ('debit', 'credit')),
  entry_count integer not null default 0,
  amount_cents bigint not null default 0,
  primary key (account_id, file_id, number),
  constraint ach_batches_one_of_a_kind unique (file_id, account_id, sec_code, direction)
);
create index ach_batches_by_account on ach_batches (account_id, account_number);

-- The key is the referee: no transaction goes into two files. No foreign key: it would be looked
-- after a hundred thousand times in a cut-off, in which one statement writes batch and entries.
create table ach_entries (
  account_id bigint not null,
  transaction_id bigint not null,
  file_id bigint not null,
  batch_number integer not null,
  sequence integer not null,
  trace_number bigint not null,
  amount_cents integer not null,
  primary key (account_id, transaction_id)
);
create unique index ach_entries_in_file on ach_entries (file_id, batch_number, sequence);
create index ach_entries_by_trace on ach_entries (trace_number);

-- What was said of an entry without moving it: changes of its bank details, returns that were
-- dishonoured or contested, changes that were refused.
create table ach_notices (
  account_id bigint not null,
  transaction_id bigint not null,
  notice_number smallint not null check (notice_number > 0),
  kind text not null
    check (kind in ('change', 'refused_change', 'dishonoured_return', 'contested_return')),
  code text not null,
  -- Masked.
  detail text not null,
  action_at timestamptz not null,
  primary key (account_id, transaction_id, notice_number)
);

-- Files that came, by their bytes: the same one twice is read once.
create table ach_inbound_files (
  id bigint generated always as identity primary key,
  connection text not null,
  name text not null,
  digest bytea not null,
  byte_count bigint not null,
  received_at timestamptz not null,
  state text not null check (state in ('read', 'faulty', 'too_big')),
  item_count integer not null,
  unmatched_count integer not null,
  -- Where and why it could not be read, masked.
  faults text,
  constraint ach_inbound_files_once unique (connection, digest)
);

create table ach_inbound_parts (
  file_id bigint not null references ach_inbound_files (id) on delete cascade,
  part integer not null,
  sealed bytea not null,
  primary key (file_id, part)
);

-- What came for no entry that it could be for. It is kept and shown; nothing acts on it.
create table ach_unmatched (
  id bigint generated always as identity primary key,
  connection text not null,
  inbound_file_id bigint not null references ach_inbound_files (id) on delete cascade,
  line integer not null,
  kind text not null,
  code text not null,
  trace_number text not null,
  amount_cents bigint not null,
  reason text not null
    check (reason in ('unknown_entry', 'amount_differs', 'already_returned')),
  received_at timestamptz not null
);

grant select on ach_counters, ach_files, ach_batches, ach_entries, ach_notices, ach_inbound_files,
  ach_unmatched to sixdoors_app;
grant select, insert, update, delete on ach_counters, ach_files, ach_file_parts, ach_batches,
  ach_entries, ach_notices, ach_inbound_files, ach_inbound_parts, ach_unmatched
  to sixdoors_payments;

-- What the simulated bank remembers: the files it was handed, and the entries that it will answer.
-- It has commits of its own, so that a file handed over twice shows even after a crash.
create table simulator.ach_files (
  connection text not null,
  name text not null,
  digest bytea not null,
  entry_count integer not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  -- In business time; null: prepared, and not handed over yet.
  received_at timestamptz,
  primary key (connection, name)
);

create table simulator.ach_answers (
  connection text not null,
  file_name text not null,
  trace_number text not null,
  code text not null,
  due_at timestamptz not null,
  -- The batch's header and the entry, as they came.
  sealed bytea not null,
  put_away_at timestamptz,
  primary key (connection, file_name, trace_number, code)
);
create index ach_answers_due on simulator.ach_answers (connection, due_at)
  where put_away_at is null;
grant select, insert, update on simulator.ach_files, simulator.ach_answers to sixdoors_payments;
