-- What the administrators' list reads: each person's plan beside the person, so that a page of a million
-- subscribers is one walk along an index.
create extension if not exists pg_trgm;

alter table users
  -- The stretch of access that ends last, of those that were not taken back.
  add column subscription_id uuid references subscriptions (id) on delete set null,
  add column plan_name text,
  add column period_start timestamptz,
  add column period_end timestamptz;

create index users_listed on users (created_at desc, id desc) where role = 'User';
create index users_listed_by_plan on users (plan_name, created_at desc, id desc) where role = 'User';
create index users_administrators on users (created_at desc, id desc) where role <> 'User';
create index users_email_part on users using gin (lower(email) gin_trgm_ops);

create function refresh_subscriber(person uuid) returns void language sql as $$
  update users
  set (subscription_id, plan_name, period_start, period_end) = (
    select s.id, p.name, s.period_start, s.period_end
    from subscriptions s join plans p on p.id = s.plan_id
    where s.owner_id = person
    order by (s.ended_at is null) desc, s.period_end desc
    limit 1
  )
  where id = person
$$;

create function subscriptions_changed() returns trigger language plpgsql as $$
begin
  perform refresh_subscriber(coalesce(new.owner_id, old.owner_id));
  return null;
end
$$;
create trigger subscriptions_changed after insert or update or delete on subscriptions
  for each row execute function subscriptions_changed();

-- How many Users there are by plan; the empty name counts those without one.
create table subscriber_counts (
  plan_name text primary key,
  total integer not null
);

create function users_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.role = 'User' then
    update subscriber_counts set total = total - 1 where plan_name = coalesce(old.plan_name, '');
  end if;
  if tg_op <> 'DELETE' and new.role = 'User' then
    insert into subscriber_counts (plan_name, total) values (coalesce(new.plan_name, ''), 1)
    on conflict (plan_name) do update set total = subscriber_counts.total + 1;
  end if;
  return null;
end
$$;
create trigger users_counted after insert or delete on users
  for each row execute function users_counted();
create trigger users_recounted after update of role, plan_name on users
  for each row when (old.role is distinct from new.role or old.plan_name is distinct from new.plan_name)
  execute function users_counted();

-- What administrators have dealt with, of contact messages and lodgements alike.
create table handled_items (
  item_id uuid primary key,
  handled_by uuid references users (id) on delete set null,
  handled_at timestamptz not null
);
