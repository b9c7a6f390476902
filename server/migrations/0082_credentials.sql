-- Counts changes of how an account can be logged in to: a login that began before one is refused.
alter table users add column credentials_version integer not null default 0;
-- An address belongs to its former account while the link to keep it works.
create index one_time_tokens_kept on one_time_tokens (lower(payload ->> 'from'))
  where purpose = 'keep-email' and used_at is null;
