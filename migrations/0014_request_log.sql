-- Every call of every door in certification, with what was asked and answered, masked. For those
-- who integrate and wonder what they sent. Production keeps none.

create table request_log (
  id bigint generated always as identity primary key,
  request_id uuid not null,
  received_at timestamptz not null,
  took_ms real not null,
  door text not null,
  method text not null,
  path text not null,
  status smallint not null,
  -- Whoever was logged in: an account, a user, a partner.
  actor text,
  address text not null,
  request text not null,
  answer text not null
);
create index request_log_received on request_log using brin (received_at);
create index request_log_request on request_log (request_id);

grant select, insert, delete on request_log to sixdoors_app;
