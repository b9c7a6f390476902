-- Stands for the key that encrypts columns, so that a process with another one is refused.
create table encryption_key (
  is_only boolean primary key default true check (is_only),
  digest bytea not null
);
