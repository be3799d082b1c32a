-- Transaction ids are unique in the whole installation: one counter a month, for all accounts.
--
-- Processes take blocks of it. server_started_at tells which run of which server gave the last block.
-- Another server, or the same one started again, may have lost the last blocks that were taken (an
-- asynchronous failover, a restored backup): whoever takes the next block then skips many numbers.
create table month_counters (
  month smallint primary key check (month between 100 and 999),
  next_counter bigint not null check (next_counter between 1 and 1000000000),
  server_started_at timestamptz not null
);
grant select, insert, update on month_counters to sixdoors_payments;

-- Every id that an account has, and every block that a process still holds, is below the highest
-- counter of its month. Ids that two accounts share from before this stay as they are.
insert into month_counters (month, next_counter, server_started_at)
select month, max(next_counter), pg_postmaster_start_time() from id_counters group by month;
drop table id_counters;
