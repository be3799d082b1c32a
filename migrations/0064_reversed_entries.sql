-- expand
-- A reversal remembers its entries, so that no credit or retry pays on top of it, and so that its end is
-- recorded when the bank has the reversing file.

-- The reversal that takes the entry back, and the trace number of the reversing entry. A reversal that
-- expires removes both.
alter table ach_entries
  add column reversal_id bigint,
  add column reversal_trace bigint;

-- made: the reversing file exists, and it is not certain yet that the bank has it. Earlier releases leave
-- these reversals alone. A request that nobody decided in time expires without a second person.
alter table ach_reversals
  drop constraint ach_reversals_state_check,
  add constraint ach_reversals_state_check check (state in
    ('requested', 'approved', 'rejected', 'made', 'sent', 'expired', 'empty')),
  drop constraint ach_reversals_by_two_people,
  add constraint ach_reversals_by_two_people check (state in ('requested', 'rejected')
    or (state = 'expired' and decided_by is null)
    or (decided_by is not null and lower(decided_by) <> lower(requested_by)));
create index ach_reversals_made on ach_reversals (state) where state = 'made';
