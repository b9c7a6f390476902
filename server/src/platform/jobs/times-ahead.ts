import type pg from 'pg'

/**
 * From when the database's clock was ahead, until those times come: no schedule runs, jobs of processes that died aren't
 * rescued, and jobs that wait don't start.
 */
const FORGET = `
  with scheduled as (
    update pgboss.version set cron_on = null where cron_on > now() + interval '1 minute' returning true
  ), supervised as (
    update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where exists (select from scheduled)
  )
  update pgboss.job set created_on = now(), start_after = now(), heartbeat_on = least(heartbeat_on, now())
  where exists (select from scheduled) and state < 'completed'
    and (greatest(created_on, heartbeat_on) > now() or state = 'retry' and start_after > now() + interval '2 hours')`

/** Forgets times of the queue that haven't come yet, once the clock is right. The longest retry delay is an hour. */
export async function forgetTimesAhead(pool: pg.Pool): Promise<void> {
  await pool.query(FORGET)
}
