import { api, endingOf, incomeYearLabel, incomeYearOf, sydneyDay } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { inTransaction } from '#platform/database/transaction.ts'
import { startTestServer } from '#testing/harness.ts'
import { makePack } from '#testing/packs.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

const THIS_YEAR = incomeYearOf(sydneyDay(new Date()))
const LAST_YEAR = incomeYearLabel(endingOf(THIS_YEAR) - 1)

test('packs of one owner, which may take hours, don’t delay those of others', async () => {
  const server = await startTestServer()
  const [ann, bob] = [
    await addSubscriber(server, 'ann@example.com'),
    await addSubscriber(server, 'bob@example.com'),
  ]
  await fileReceipt(server, ann)
  const request = async (incomeYear: string) =>
    (await server.call(api.packs.request, { params: { incomeYear }, body: {} }, ann)).body._id
  const stateOf = async (packId: string) =>
    (await server.call(api.packs.show, { params: { packId } }, ann)).body.state
  const ids = await inTransaction(server.deps.db, async (blocking) => {
    // A pack with the receipt isn't taken until it's unlocked.
    await blocking.selectFrom('receipts').select('id').where('ownerId', '=', ann.id).forUpdate().execute()
    const ids = [await request(THIS_YEAR), await request(LAST_YEAR)]
    await makePack(server, bob, THIS_YEAR)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['waiting', 'waiting'])
    return ids
  })
  await expect.poll(() => Promise.all(ids.map(stateOf)), { timeout: 20_000 }).toEqual(['ready', 'ready'])
})
