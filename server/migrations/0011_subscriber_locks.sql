-- One change of plan touches two counters. They are always taken in the order of their names: of two changes in
-- opposite directions, neither waits for the other in a circle.
create or replace function users_counted() returns trigger language plpgsql as $$
begin
  insert into subscriber_counts as kept (plan_name, total)
  select plan_name, sum(change) from (
    select coalesce(old.plan_name, '') as plan_name, -1 as change where tg_op <> 'INSERT' and old.role = 'User'
    union all
    select coalesce(new.plan_name, ''), 1 where tg_op <> 'DELETE' and new.role = 'User'
  ) moves
  group by plan_name
  order by plan_name
  on conflict (plan_name) do update set total = kept.total + excluded.total;
  return null;
end
$$;

-- The trigger keeps it right; as a foreign key, every stretch that went looked through all people.
alter table users drop constraint users_subscription_id_fkey;

-- Whose account goes, goes with what is known of their subscriptions.
create index provider_subscriptions_owner on provider_subscriptions (owner_id) where owner_id is not null;
