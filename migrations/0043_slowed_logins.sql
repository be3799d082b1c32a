-- A name that fails from many addresses is slowed down until then, and never locked.
alter table login_failures add column slowed_until timestamptz;
