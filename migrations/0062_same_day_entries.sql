-- expand
-- How the ACH entries of an account are sent. Earlier releases send every entry at the next window and
-- leave windows with the word same-day alone, because they cannot read them.

alter table accounts
  -- Entries go out on the same day if the bank has a window for it.
  add column ach_same_day boolean not null default false,
  -- CCD and PPD entries have an addenda record with the invoice or the description.
  add column ach_addenda boolean not null default false,
  -- A stored bank account is checked by an entry of zero dollars.
  add column ach_prenotes boolean not null default false,
  -- New debits are refused while a return rate is above its limit.
  add column ach_return_stop boolean not null default false;

-- The same-day window that the entry waits for. Null: any window that is not same-day.
alter table transactions add column same_day_at timestamptz;
