-- The login with which an account opened a room from its client list: the guest's session ends with it.
alter table room_sessions
  add column account_id uuid,
  add column account_session_id uuid references sessions (id) on delete cascade,
  add check ((account_id is null) = (account_session_id is null));
create index room_sessions_of_login on room_sessions (account_session_id) where account_session_id is not null;
