import type pg from 'pg'

const CLEAR = `
  with scheduled as (
    update pgboss.version set cron_on = null where cron_on > now() + interval '1 minute' returning true
  ), supervised as (
    update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where exists (select from scheduled)
  )
  update pgboss.job set created_on = now(), start_after = now(), heartbeat_on = least(heartbeat_on, now())
  where exists (select from scheduled) and state < 'completed'
    and (greatest(created_on, heartbeat_on) > now() or state = 'retry' and start_after > now() + interval '2 hours')`

/**
 * Clears the queue's times that are in the future because the database's clock was ahead. Until they came, no schedule would
 * run, jobs of dead processes wouldn't be rescued and waiting jobs wouldn't start. Retries wait an hour at most.
 */
export async function clearFutureTimes(pool: pg.Pool): Promise<void> {
  await pool.query(CLEAR)
}
