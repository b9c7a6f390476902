-- Every price that a plan has had at the provider. Its subscribers keep renewing at theirs after it's replaced.
create table plan_prices (
  id text primary key,
  plan_id uuid not null references plans (id)
);
create index plan_prices_plan on plan_prices (plan_id);
insert into plan_prices (id, plan_id) select provider_price_id, id from plans where provider_price_id is not null;
