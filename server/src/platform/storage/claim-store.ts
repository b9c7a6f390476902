import { sql } from 'kysely'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import type { OpenStore } from '#platform/storage/open-file-store.ts'

/** Where the store's id is, beside the files. */
const STORE_ID = 'store-id'
/** A few of the database's files may be lost, so several are looked for. */
const MAX_TRIED = 100

/**
 * Refuses a store that doesn't belong to the database, as when its disk isn't mounted: it has neither the id that the
 * database recorded nor any of its files.
 * @throws CannotStart, and the store's error when it doesn't respond.
 */
export async function checkFileStore(db: Db, store: OpenStore): Promise<void> {
  if (await isClaimed(db, store)) return
  const { rows: expected } = await sql<{ sha256: Buffer }>`
    select sha256 from blobs order by sha256 limit ${MAX_TRIED}`.execute(db)
  if (expected.length === 0 && (await findRecordedId(db)) === undefined) return
  for (const { sha256 } of expected) if (await store.files.has(sha256)) return
  throw new CannotStart(
    `This database’s files aren’t in ${store.location}. Mount their disk, or correct DATA_DIR or the S3 settings. If the files are lost for good, run npm run admin -- files adopt.`,
  )
}

/** Does the same, and gives a store that belongs to the database the same id. */
export async function claimFileStore(db: Db, store: OpenStore): Promise<void> {
  if (await isClaimed(db, store)) return
  await inTransaction(db, async (db) => {
    // Of processes that start at once, the others see the id of the first.
    await sql`lock table file_store in exclusive mode`.execute(db)
    await checkFileStore(db, store)
    await recordFileStore(db, store)
  })
}

/** Gives the database and a store the same id: that of the store, if it has one. */
export async function recordFileStore(db: Db, store: OpenStore): Promise<void> {
  const existing = await readId(store)
  const id = existing ?? (await findRecordedId(db)) ?? newId()
  await db
    .insertInto('fileStore')
    .values({ id })
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ id }))
    .execute()
  if (existing === undefined) await store.texts.write(STORE_ID, id)
}

async function isClaimed(db: Db, store: OpenStore): Promise<boolean> {
  const recorded = await findRecordedId(db)
  return recorded !== undefined && (await readId(store)) === recorded
}

async function findRecordedId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('fileStore').select('id').executeTakeFirst())?.id
}

async function readId({ location, texts }: OpenStore): Promise<string | undefined> {
  try {
    return (await texts.read(STORE_ID)).trim()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    if (error.code === 'ENOENT') return undefined
    throw new CannotStart(`${STORE_ID} in ${location} can’t be read (${error.code}).`, { cause: error })
  }
}
