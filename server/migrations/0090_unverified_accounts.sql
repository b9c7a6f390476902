-- Accounts that no one verified are deleted after a month.
create index users_unverified on users (created_at) where email_verified_at is null;
