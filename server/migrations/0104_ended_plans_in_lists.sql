-- A plan that ended early, such as by a full refund, ended then: administrators' lists said that it was active until the end of
-- the period that had been paid.
create or replace function refresh_subscriber(person uuid) returns void language sql as $$
  update users
  set (subscription_id, plan_name, period_start, period_end) = (
    select s.id, p.name, s.period_start, least(s.ended_at, s.period_end)
    from subscriptions s join plans p on p.id = s.plan_id
    where s.owner_id = person
    order by (s.ended_at is null) desc, s.period_end desc
    limit 1
  )
  where id = person
$$;

update users set period_end = s.ended_at
from subscriptions s
where s.id = users.subscription_id and s.ended_at < s.period_end;
