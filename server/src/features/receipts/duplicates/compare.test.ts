import { commonRefusals } from '@docketbox/contract'
import { docketJpeg, lockedPdf } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#platform/http/refusal.ts'
import type { Renderer } from '#platform/storage/renderer.ts'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, upload } from '#testing/receipts.ts'
import { comparePhotos } from './compare.ts'

test.for([
  ['', false],
  [', even if all are over their budget', true],
] as const)('photos of an owner whose pictures have to wait hold up no one else’s%s', async ([, isOver]) => {
  const server = await startTestServer()
  const { db, renderer } = server.deps
  const ann = await addSubscriber(server, 'ann@example.com')
  const bob = await addSubscriber(server, 'bob@example.com')
  for (const [seed, person] of [ann, bob, bob, bob].entries())
    await upload(server, person, fileOf(await docketJpeg({ seed })))
  const states = async () => {
    const rows = await db.selectFrom('fingerprints').select('state').orderBy('ownerId').execute()
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['done', 'done', 'done', 'done'])
  // The server's own run would find them, too.
  const runs = sql`select from pgboss.job where name = ${comparePhotos.name} and state in ('created', 'active')`
  await expect.poll(async () => (await runs.execute(db)).rows.length).toBe(0)
  await db.updateTable('fingerprints').set({ state: 'waiting' }).execute()

  const fingerprint: Renderer['fingerprint'] = async (open, owner) => {
    if (owner === ann.id) throw new Refusal(commonRefusals.unavailable)
    return renderer.fingerprint(open, owner)
  }
  const overBudget = () => (isOver ? [ann.id, bob.id] : [])
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  const deps = { ...server.deps, renderer: { ...renderer, fingerprint, overBudget } }
  // It's tried again.
  await expect(comparePhotos.handler(deps, {}, run)).rejects.toThrow(Refusal)
  expect(await states()).toEqual(['waiting', 'done', 'done', 'done'])
})

test('a PDF with a password is compared with nothing, and isn’t tried again', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const ann = await addSubscriber(server, 'ann@example.com')
  await upload(server, ann, fileOf(lockedPdf(), 'locked.pdf'))
  const states = () => db.selectFrom('fingerprints').select('state').execute()
  await expect.poll(states).toEqual([{ state: 'failed' }])
  await db.updateTable('fingerprints').set({ state: 'waiting' }).execute()
  await db.updateTable('derivatives').set({ state: 'pending' }).execute()
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  await comparePhotos.handler(server.deps, {}, run)
  expect(await states()).toEqual([{ state: 'failed' }])
})
