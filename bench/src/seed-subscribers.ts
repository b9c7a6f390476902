import type pg from 'pg'

/**
 * Inserts Users who joined over six years, with realistic names, mail providers and plans.
 * One of them, `needleworth.quill@example.com`, has a unique name.
 */
export async function seedSubscribers(db: pg.Client, count: number): Promise<void> {
  const index = await db.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'users_email_part'`,
  )
  await db.query('drop index users_email_part')
  // The triggers count row by row; a million rows are counted at once below.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into users (id, role, first_name, last_name, email, username, email_verified_at, plan_name,
       period_start, period_end, created_at, updated_at)
     select gen_random_uuid(), 'User', first, last, local || '@' || provider, local, joined, plan,
       case when plan is not null then joined end, case when plan is not null then joined + interval '30 days' end,
       joined, joined
     from (
       select *, case when n = $1 / 3 then 'needleworth.quill' else lower(first || '.' || last) || n end as local
       from (
         select n, now() - n * interval '3 minutes' as joined,
           (array['Olivia','Noah','Charlotte','Jack','Amelia','Leo','Mia','Henry','Grace','Wei','Priya','Ali'])
             [1 + n % 12] as first,
           (array['Smith','Jones','Nguyen','Singh','Brown','Lee','Wilson','Taylor','Kelly','Khan','Martin'])
             [1 + n % 11] as last,
           (array['gmail.com','outlook.com','bigpond.com','icloud.com','example.com'])[1 + n % 5] as provider,
           case when n % 500 = 0 then 'Premium' when n % 20 < 3 then 'Pro' when n % 2 = 0 then 'Trial' end as plan
         from generate_series(1, $1::int) n
       ) people
     ) named`,
    [count],
  )
  await db.query('set session_replication_role = origin')
  await db.query('delete from subscriber_counts')
  await db.query(
    `insert into subscriber_counts select coalesce(plan_name, ''), count(*), 0 from users where role = 'User' group by 1`,
  )
  await db.query(index.rows[0]!.indexdef)
  await db.query('vacuum analyze')
}
