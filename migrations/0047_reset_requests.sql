-- When a user asked for the link, on the wall clock; null for links that an admin sent. It keeps
-- strangers from flooding a user with reset emails: within a short time only one is sent.
alter table till_invitations add column asked_at timestamptz;
