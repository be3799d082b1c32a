-- Logins at the till that failed or are still being judged. A row is written before the password
-- is looked at and taken away when it was right, so that attempts made at once are all counted.
-- They happen before anyone is logged in: no policy. Rows older than the window are swept.

create table till_login_attempts (
  id bigint generated always as identity primary key,
  address text not null,
  email_digest bytea not null,
  attempted_at timestamptz not null
);
create index till_login_attempts_address on till_login_attempts (address, attempted_at);
create index till_login_attempts_age on till_login_attempts (attempted_at);

-- Sweeping locks rows (for update), which asks for the right to update.
grant select, insert, update, delete on till_login_attempts to sixdoors_app;
