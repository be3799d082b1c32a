-- expand
-- Single sign-on with OpenID Connect, and passkeys.

-- The person at the provider. Operators are created at their first sign-in there.
alter table operators add column sign_on_issuer text, add column sign_on_subject text;
create unique index operators_sign_on on operators (sign_on_issuer, sign_on_subject)
  where sign_on_subject is not null;

-- How the session was opened. Earlier releases know passwords only.
alter table console_sessions add column proof text not null default 'password'
  constraint console_sessions_proof_check check (proof in ('password', 'sign_on', 'passkey'));

-- What a sign-in that is under way must bring back. Each row is used once.
create table sign_in_challenges (
  digest bytea primary key,
  purpose text not null,
  sealed bytea,
  good_until timestamptz not null
);
create index sign_in_challenges_age on sign_in_challenges (good_until);
grant select, insert, delete on sign_in_challenges to sixdoors_app;

create table passkeys (
  credential_id text primary key,
  person_kind text not null check (person_kind in ('operator', 'contact', 'pos_user')),
  person_id bigint not null,
  home_id bigint,
  id uuid not null default gen_random_uuid(),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_person on passkeys (person_kind, person_id);
grant select, insert, update, delete on passkeys to sixdoors_app;
