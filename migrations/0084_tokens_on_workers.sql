-- expand
-- On a cluster, workers check the rights of the session's role on the shards behind the view
-- own_tokens. So the role reads these columns there, and no sealed number. A plain database needs no
-- such right; `sixdoors shard` gives it when it distributes the table.
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    grant select (account_id, token_id, kind, created_at, charged_at) on vault to sixdoors_app;
  end if;
end
$$;
