-- People, their sessions, their one-time secrets, and the log of what was done.

create table users (
  id uuid primary key,
  role text not null check (role in ('User', 'Admin', 'Super Admin')),
  first_name text not null,
  last_name text not null,
  email text not null,
  username text not null,
  phone_number text not null default '',
  street text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default 'Australia',
  -- Content address of the avatar, a re-encoded image.
  picture_sha256 bytea,
  password_hash text,
  google_sub text unique,
  email_verified_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));

create table sessions (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default ''
);
create index sessions_owner on sessions (owner_id, created_at desc);
create index sessions_expiry on sessions (expires_at);

-- Mailed secrets: only the SHA-256 of a token is kept.
create table one_time_tokens (
  token_hash bytea primary key,
  owner_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'keep-email', 'sign-in')),
  -- What the token vouches for, e.g. the new address of a change of e-mail.
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_owner on one_time_tokens (owner_id, purpose, created_at desc);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- Wrong passwords and codes of late, by account: what makes the next attempt wait (decision 11).
create table failed_attempts (
  -- `password:` or `code:` and the account, or the hash of a name that is no account.
  key text primary key,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index failed_attempts_last on failed_attempts (last_at);

create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  email text not null,
  role text not null check (role in ('Admin', 'Super Admin')),
  invited_by uuid references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
create index invitations_recent on invitations (created_at desc);

-- Append-only; each row carries the hash of the one before it.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  details jsonb not null default '{}',
  previous_hash bytea not null,
  hash bytea not null unique
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Counters of the rate limits (shape given by rate-limiter-flexible).
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
