import type pg from 'pg'

/** How many of the receipts belong to the owner whose searches are measured. */
export const OWNED = 20_000
const PER_OTHER_OWNER = 200
const TABLES = ['receipts', 'receipt_versions', 'receipt_texts', 'read_values']

/**
 * Inserts receipts of many owners in the order of time, so that those of one owner are far apart, with the text that was
 * read off them. Their files have no stored bytes, and foreign keys are gone.
 * @param count of all receipts, at least twice as many as `OWNED`.
 */
export async function seedSearch(db: pg.Client, ownerId: string, count: number): Promise<void> {
  const run = async (statement: string) => void (await db.query(statement))
  await run('alter system set autovacuum = off')
  await run('select pg_reload_conf()')
  await run(`set maintenance_work_mem = '1GB'`)
  await run('set max_parallel_maintenance_workers = 0')
  // No triggers: what they would write is inserted at once.
  await run('set session_replication_role = replica')
  const indexes = await dropIndexes(db)
  // Nothing is worth keeping after a crash.
  const parts = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^(${TABLES.join('|')})(_\\d+)?$'`,
  )
  for (const { name } of parts.rows) await run(`alter table ${name} set unlogged`)
  await run(receipts(ownerId, count))
  await run(versions)
  await run(texts)
  await run(`insert into receipt_words select distinct owner_id, word
    from receipt_texts, regexp_split_to_table(text, '[^[:alpha:]]+') word
    where owner_id = '${ownerId}' and length(word) between 4 and 30`)
  await run(`insert into read_values (owner_id, receipt_id, field, level, read_value, kept_value, decided_at)
    select owner_id, id, 'totalCents', 'check', total_cents, total_cents, created_at from receipts
    where total_cents % 3 = 0`)
  for (const index of indexes) await run(index)
  await run('vacuum analyze')
}

/** Drops the indexes of the tables. @returns the statements that create them again. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const tables = `any(array['${TABLES.join(`','`)}']::regclass[])`
  const indexes = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = ${tables} and not indisprimary`,
  )
  const keys = await db.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = ${tables} and contype = 'p'`,
  )
  for (const { name } of indexes.rows) await db.query(`drop index ${name}`)
  for (const { name, table } of keys.rows)
    await db.query(`alter table ${table} drop constraint ${name} cascade`)
  return [
    ...keys.rows.map(({ table, definition }) => `alter table ${table} add ${definition}`),
    // Including those of its parts.
    ...indexes.rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
  ]
}

const random = (seed: string) => `(hashint8(${seed}) & 2147483647)`
const words = (text: string) => `(array['${text.split(' ').join(`','`)}'])`
const pick = (list: string, seed: string) => `${list}[1 + ${random(seed)} % array_length(${list}, 1)]`
const firstNames = words(
  'Ampol Bunnings Coles Woolworths Officeworks Shell Caltex Qantas Kmart Target Aldi Reece Mitre Repco Autobarn Wilson Secure Apex Harbour Eureka',
)
const secondNames = words(
  'Dubbo Orange Bathurst Parramatta Newtown Geelong Ballarat Bendigo Fremantle Cairns Darwin Hobart Launceston Wagga Mildura Broome Katoomba Glebe Redfern Coburg',
)
const goods = words(
  'diesel unleaded screws hammer ladder drill paint brushes gloves helmet boots paper toner pens stapler folder cable charger monitor keyboard coffee sandwich lunch dinner taxi parking toll flight hotel insurance premium membership course training manual licence renewal filter battery tyre service wiper coolant oil washer bracket hinge timber plywood sealant tape rope chain padlock torch bulb socket switch adaptor fuse wire conduit pipe valve elbow gasket pump hose sprinkler mulch soil seeds pots fertiliser rake shovel wheelbarrow fence gate post concrete mortar bricks tiles grout trowel',
)

const receipts = (ownerId: string, count: number) => `
  insert into receipts (id, owner_id, category_id, titles, description, supplier, supplier_abn, document_date,
    total_cents, gst_cents, captured_on, sources, created_at, updated_at)
  select (lpad(to_hex(1600000000000 + n * 20000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % ${Math.floor(count / OWNED)} = 0 then '${ownerId}'::uuid
      else ('00000000-0000-4000-8000-' || lpad(to_hex(${random('n')} % ${Math.ceil(count / PER_OTHER_OWNER)}), 12, '0'))::uuid
    end,
    ('01937000-0000-7000-8000-00000000000' || 1 + ${random('n + 1')} % 6)::uuid,
    'docket-' || n || '.jpg',
    ${pick(goods, 'n + 2')} || ' for client ' || ${random('n + 3')} % 900,
    case when ${random('n + 20')} % 7 > 0 then ${pick(firstNames, 'n + 4')} || ' ' || ${pick(secondNames, 'n + 5')} end,
    case when ${random('n + 21')} % 3 > 0 then (51000000000 + ${random('n + 4')} % 20 * 20 + ${random('n + 5')} % 20)::text end,
    case when ${random('n + 22')} % 5 > 0 then added::date - 1 end,
    case when ${random('n + 23')} % 11 > 0 then ${random('n + 6')} % 30000 end,
    case when ${random('n + 23')} % 11 > 0 then ${random('n + 6')} % 30000 / 11 end,
    added::date, ${words('{"supplier":"read","totalCents":"read"} {"supplier":"typed","documentDate":"typed"}')}[1 + ${random('n + 24')} % 2]::jsonb,
    added, added
  from generate_series(1::bigint, ${count}) n,
    lateral (select timestamptz '2026-11-22' - (${count} - n) * interval '5 years' / ${count} as added) times`

const versions = `
  insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes,
    width, height, preview, created_at)
  select owner_id, id, id, 1, 0, sha256(id::text::bytea), titles,
    case when ${random('extract(epoch from created_at)::bigint')} % 4 = 0 then 'application/pdf' else 'image/jpeg' end,
    200000, 1200, 1600, 'image', created_at
  from receipts`

const texts = `
  insert into receipt_texts
  select owner_id, id, concat_ws(' ', '', lower(supplier), description, supplier_abn, titles, 'tax invoice no',
    left(md5(titles), 8), ${random('n + 7')} % 400, lower(${pick(secondNames, 'n + 8')}), 'street',
    ${pick(goods, 'n + 9')}, ${random('n + 10')} % 100 + 0.95, ${pick(goods, 'n + 11')}, ${pick(goods, 'n + 12')},
    'total', round(total_cents / 100.0, 2), 'gst', round(gst_cents / 100.0, 2), 'eftpos thank you',
    case when ${random('n + 25')} % 1000 = 0 then 'zygote' end, case when ${random('n + 26')} % 10 = 0 then 'loyalty' end)
  from receipts, lateral (select substring(titles from '\\d+')::bigint as n) numbered`
