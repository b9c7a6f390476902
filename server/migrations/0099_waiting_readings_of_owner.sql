-- Lists look up which of an owner's files are still being read: none, for almost everyone.
create index readings_waiting_of_owner on readings (owner_id, sha256) where state = 'waiting';
