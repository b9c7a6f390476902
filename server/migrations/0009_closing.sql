-- A closed account: when everything of it goes, and when its owner was reminded of that.
alter table users
  add column purge_at timestamptz,
  add column purge_reminded_at timestamptz,
  add constraint users_closed_until check ((closed_at is null) = (purge_at is null));
create index users_to_purge on users (purge_at) where purge_at is not null;
