-- API secrets of management users rotate: the newest stays in contact_credentials, and those that it
-- replaced are good here until they end.
alter table contact_credentials add column secret_issued_at timestamptz;
comment on column contact_credentials.secret_issued_at is
  'When the secret was rotated. Null: it was issued with a password.';

create table contact_old_secrets (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contact_credentials (contact_id) on delete cascade,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index contact_old_secrets_contact on contact_old_secrets (contact_id);
grant select, insert, update, delete on contact_old_secrets to sixdoors_app;

create trigger tell_access_change after delete or update on contact_old_secrets
  for each row execute function tell_access_change('contact', 'contact_id');
create trigger tell_access_truncation after truncate on contact_old_secrets
  for each statement execute function tell_access_change();
