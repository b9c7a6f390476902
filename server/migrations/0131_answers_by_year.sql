-- From which income year the answers count, until the next row of their owner. The first ones count for all earlier years,
-- from 0 on, and so do those from before.
alter table tax_profiles add column from_year smallint not null default 0 check (from_year >= 0);
alter table tax_profiles alter column from_year drop default;
alter table tax_profiles drop constraint tax_profiles_pkey;
alter table tax_profiles add primary key (owner_id, from_year);
