-- expand
-- A base key may be inside an HSM. Its row then has a sealed reference to it instead of the key.
alter table base_keys add column held_in text not null default 'database'
  constraint base_keys_held_in_check check (held_in in ('database', 'hsm'));
