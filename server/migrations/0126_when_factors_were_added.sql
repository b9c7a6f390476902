-- “Keep my email” removes what was added since a change of email was requested: a thief may have added it. An app that
-- replaced another keeps `confirmed_at`. Recovery codes from before have no date, and stay.
alter table second_factors add column secret_set_at timestamptz;
update second_factors set secret_set_at = confirmed_at where confirmed_at is not null;
alter table recovery_codes add column created_at timestamptz;
