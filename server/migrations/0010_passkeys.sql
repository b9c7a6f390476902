-- Passkeys: keys that a device keeps and shows it has, as a second proof of who somebody is.
create table passkeys (
  id uuid not null,
  owner_id uuid not null references users (id) on delete cascade,
  -- As the device calls the key.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the device says it was used: one that goes back was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (owner_id, id)
);

-- What a device is asked to sign, once.
create table passkey_challenges (
  challenge bytea primary key,
  owner_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'prove')),
  expires_at timestamptz not null
);
create index passkey_challenges_owner on passkey_challenges (owner_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
