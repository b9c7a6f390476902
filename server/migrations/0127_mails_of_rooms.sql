-- When each side of a room was last mailed about a question or an answer. Unknown for earlier mails.
alter table rooms add column owner_mailed_at timestamptz, add column guest_mailed_at timestamptz;
