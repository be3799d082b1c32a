-- expand
-- Who created the login of an operator, gave it a one-time password or reset its authenticator, and
-- when this happened last. An operator must not approve what the person who did it asks for.

alter table operators
  add column reset_by text[],
  add column reset_at timestamptz;
