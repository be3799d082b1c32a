-- Who is signed in to the console, and whose sign-in asks for a code.

create table console_sessions (
  token_digest bytea primary key,
  person_kind text not null check (person_kind in ('operator', 'contact', 'till_user')),
  person_id bigint not null,
  -- The merchant of a till user, the partner of a contact.
  home_id bigint,
  -- Of the password that the session began with: another one ends it.
  password_digest bytea not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_sessions_person on console_sessions (person_kind, person_id);
create index console_sessions_age on console_sessions (used_at);
grant select, insert, update, delete on console_sessions to sixdoors_app;

create table authenticators (
  person_kind text not null check (person_kind in ('operator', 'contact', 'till_user')),
  person_id bigint not null,
  secret_sealed bytea not null,
  -- Null until its first code was right.
  confirmed_at timestamptz,
  -- The newest step whose code was taken: a code works once.
  last_step bigint not null default 0,
  primary key (person_kind, person_id)
);
grant select, insert, update, delete on authenticators to sixdoors_app;
