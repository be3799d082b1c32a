-- Agents and the accounts below them: whoever is below somebody is below an agent.

-- The account below says "true" while it is on, and its parent must say the same of being an agent.
-- So an agent with active accounts below it stays one, and an account that was switched off comes
-- back only below an agent, however many change at once.
alter table accounts
  add column needs_agent boolean
    generated always as (case when is_active and parent_id is not null then true end) stored,
  add constraint accounts_agent_unique unique (id, is_agent),
  add constraint accounts_parent_is_agent
    foreign key (parent_id, needs_agent) references accounts (id, is_agent);
