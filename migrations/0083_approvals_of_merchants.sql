-- expand
-- Merchants list the credits that wait for an approval, and approvals are removed after the time of
-- the audit log. Both find their rows by an index.

create index approvals_credits on approvals (account_id, id) where kind = 'credit';
create index approvals_expired on approvals (expires_at);
