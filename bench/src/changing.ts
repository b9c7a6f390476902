import type { BenchProduct } from './bench-product.ts'

/**
 * Runs something while the receipts of a person change as fast as the database can be told so, on a connection that
 * does not wait for the disk: whatever is remembered of them is out of date whenever it is asked for.
 */
export async function whileItChanges<Result>(
  { db }: BenchProduct,
  ownerId: string,
  action: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  await db.query('set synchronous_commit = off')
  const change = async () => {
    while (!isOver)
      await db.query('update receipt_totals set revision = revision + 1 where owner_id = $1', [ownerId])
  }
  const changes = change()
  try {
    return await action()
  } finally {
    isOver = true
    await changes
    await db.query('set synchronous_commit = on')
  }
}
