-- Every subscription of a plan changed the same row, so their transactions waited for one another until they committed.
-- Each count now has up to 32 rows, chosen by connection; the count is their sum.
alter table subscriber_counts add column slot smallint not null default 0;
alter table subscriber_counts drop constraint subscriber_counts_pkey;
alter table subscriber_counts add primary key (plan_name, slot);

create or replace function users_counted() returns trigger language plpgsql as $$
begin
  insert into subscriber_counts as kept (plan_name, slot, total)
  select plan_name, pg_backend_pid() % 32, sum(change) from (
    select coalesce(old.plan_name, '') as plan_name, -1 as change where tg_op <> 'INSERT' and old.role = 'User'
    union all
    select coalesce(new.plan_name, ''), 1 where tg_op <> 'DELETE' and new.role = 'User'
  ) moves
  group by plan_name
  order by plan_name
  on conflict (plan_name, slot) do update set total = kept.total + excluded.total;
  return null;
end
$$;
