import { Readable } from 'node:stream'
import { commonRefusals } from '@docketbox/contract'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { beforeAll, expect, test, vi } from 'vitest'
import { Refusal } from '#platform/http/refusal.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { withBlob } from '../blobs/store.ts'
import { renderPreviews } from '../jobs.ts'
import { createRenderer } from '../rendering/renderer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Its own runs would find the same previews.
  await server.deps.jobs.stop()
})

const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }

/** Stores a photo that waits for its preview. */
async function storePhoto(ownerId: string, seed: number): Promise<Buffer> {
  const { db, files } = server.deps
  const received = await files.receive(Readable.from([await docketJpeg({ seed })]), { limitBytes: Infinity })
  const stored = withBlob(db, received, new Date(), { previewFor: ownerId })
  await stored.selectFrom('blob').select('sha256').execute()
  return received.sha256
}

async function statesOf(hashes: Buffer[]) {
  const rows = await server.deps.db.selectFrom('derivatives').select(['sha256', 'state']).execute()
  return hashes.map((hash) => rows.find(({ sha256 }) => sha256.equals(hash))?.state)
}

test.for([
  ['', false],
  [', even if all are over their budget', true],
] as const)('an owner whose previews are refused delays no one else’s%s', async ([, areOverBudget]) => {
  const ben = await server.addUser(`ben.${areOverBudget}@example.com`)
  const cay = await server.addUser(`cay.${areOverBudget}@example.com`)
  const hashes: Buffer[] = []
  for (const [index, { id }] of [ben, cay, cay, cay].entries())
    hashes.push(await storePhoto(id, (areOverBudget ? 80 : 70) + index))
  const { db, files, renderer } = server.deps
  const open = (sha256: Buffer) =>
    sha256.equals(hashes[0]!) ? Promise.reject(new Refusal(commonRefusals.unavailable)) : files.open(sha256)
  const overBudget = () => (areOverBudget ? [ben.id, cay.id] : [])
  const deps = { ...server.deps, files: { ...files, open }, renderer: { ...renderer, overBudget } }
  await renderPreviews.handler(deps, {}, run)
  expect(await statesOf(hashes)).toEqual(['pending', 'done', 'done', 'done'])
  await db.deleteFrom('derivatives').where('sha256', '=', hashes[0]!).execute()
})

test('a preview stays pending, without an error, when the product stops while it is rendered', async () => {
  const { id } = await server.addUser('ann@example.com')
  const sha256 = await storePhoto(id, 62)
  const renderer = createRenderer()
  const open = vi.fn<() => Promise<Readable>>(async () => {
    await renderer.close()
    return Readable.from([])
  })
  const files = { ...server.deps.files, open }
  await renderPreviews.handler({ ...server.deps, files, renderer }, {}, run)
  expect(open).toHaveBeenCalledOnce()
  expect(await statesOf([sha256])).toEqual(['pending'])
})
