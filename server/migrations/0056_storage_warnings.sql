-- When an owner was told that their storage is nearly full; null again once there's room. Not indexed: every upload
-- updates these rows, and the job that looks for it reads them all, once a day.
alter table owner_storage add column warned_at timestamptz;
