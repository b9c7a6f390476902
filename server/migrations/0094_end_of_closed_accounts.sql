-- The mail about a closed account names a day until which it can be reopened, so it can until that day ends in Sydney.
update users set
  purge_at = (date_trunc('day', (purge_at - interval '1 microsecond') at time zone 'Australia/Sydney') + interval '1 day')
    at time zone 'Australia/Sydney'
where purge_at is not null;
