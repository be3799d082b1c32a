-- expand
-- Emails that people choose on their own settings page. Earlier releases do not know these tables,
-- and send none.

-- Only what somebody changed. Without a row, the default of the kind applies.
create table notification_choices (
  person_kind text not null check (person_kind in ('operator', 'contact', 'pos_user')),
  person_id bigint not null,
  -- The merchant account of a point-of-sale user, or the partner of a contact.
  home_id bigint,
  kind text not null,
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (person_kind, person_id, kind)
);

grant select, insert, update on notification_choices to sixdoors_app;
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy notification_choices_owner on notification_choices to current_user using (true);
create policy notification_choices_visible on notification_choices to sixdoors_app using (
  case person_kind
    when 'pos_user' then home_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint
    when 'contact' then home_id = nullif(current_setting('sixdoors.partner_id', true), '')::bigint
    else coalesce(current_setting('sixdoors.account_id', true), '') = ''
      and coalesce(current_setting('sixdoors.partner_id', true), '') = ''
  end);

-- What was put into the outbox. The keys decide that nobody gets the same news twice, or two emails
-- of a kind on one day, whichever process comes first. Only jobs read and write it.
create table notifications (
  person_kind text not null,
  person_id bigint not null,
  kind text not null,
  occurrence text not null,
  day date not null,
  queued_at timestamptz not null,
  primary key (person_kind, person_id, kind, occurrence),
  constraint notifications_one_a_day unique (person_kind, person_id, kind, day)
);
create index notifications_age on notifications (queued_at);

-- Problems that exist now, with the time when a job first saw them. A problem that ended and began
-- again is news.
create table notification_problems (
  name text not null,
  subject text not null,
  began_at timestamptz not null,
  primary key (name, subject)
);
