-- Bytes that are being removed: a store that doesn't answer in time may still do it later.
create table removals (
  sha256 bytea primary key,
  started_at timestamptz not null
);
