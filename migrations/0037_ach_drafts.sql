-- The draft that a file was prepared under. Only the draft that is recorded here can be handed
-- over, so that a file leaves once whatever becomes of the lock that guards the work.
alter table ach_files add column draft_name text;

-- Files of earlier releases were prepared under their own name.
update ach_files set draft_name = name where state in ('prepared', 'handed_over');

alter table ach_files add constraint ach_files_draft_claimed
  check ((state in ('prepared', 'handed_over')) = (draft_name is not null));

-- A file counts its entries while it is being built, so that a second builder knows when it is full.
update ach_files file
set entry_count = sums.entries, debit_cents = sums.debits, credit_cents = sums.credits
from (
  select file_id, sum(entry_count) as entries,
    coalesce(sum(amount_cents) filter (where direction = 'debit'), 0) as debits,
    coalesce(sum(amount_cents) filter (where direction = 'credit'), 0) as credits
  from ach_batches group by file_id
) as sums
where file.id = sums.file_id and file.state = 'building';

-- Sequence numbers are taken from the counter while a file is being built. Earlier releases moved
-- the counter when the file was fixed.
insert into ach_counters (connection, last_sequence)
select connection, max(last_sequence) from ach_files where state = 'building' group by connection
on conflict (connection) do update
  set last_sequence = greatest(ach_counters.last_sequence, excluded.last_sequence);

-- The simulated bank removes drafts that were never handed over.
grant delete on simulator.ach_files, simulator.ach_answers to sixdoors_payments;
