-- A second proof of who somebody is: codes of an authenticator app, and codes to fall back on.
create table second_factors (
  owner_id uuid primary key references users (id) on delete cascade,
  -- The shared secret, sealed with the product's key; none until the first one has shown a good code.
  secret bytea,
  confirmed_at timestamptz,
  -- Step of the last code that was accepted: none is accepted twice.
  last_step bigint not null default 0,
  -- A new secret that waits for its first code, while the one before still counts.
  waiting_secret bytea,
  check ((secret is null) = (confirmed_at is null))
);

-- Only the SHA-256 is kept.
create table recovery_codes (
  owner_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (owner_id, code_hash)
);

-- When the second factor was proven in this session; administrators do nothing without it.
alter table sessions add column second_factor_at timestamptz;
