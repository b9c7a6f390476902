-- When the second step of a login was a passkey: people who have an app, too, may have lost it.
alter table sessions add column passkey_at timestamptz;
