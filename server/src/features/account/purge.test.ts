import { createHash } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { share, sharesOf } from '#testing/rooms.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { verifyAuditLog } from '#platform/security/audit-log.ts'
import { addMember, cleanUp, closeAccount, daysLater, findTraces, purge } from './testing/closed-accounts.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

/** Stored bytes other than these and their previews. */
async function bytesBut(content: Buffer): Promise<string[]> {
  const sha256 = createHash('sha256').update(content).digest()
  const preview = await server.deps.db
    .selectFrom('derivatives')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const stays = [sha256, preview.thumbnailSha256, preview.resultSha256].map((hash) => hash?.toString('hex'))
  const stored = await Array.fromAsync(server.deps.files.list(), (file) => file.sha256.toString('hex'))
  return stored.filter((hash) => !stays.includes(hash))
}

describe('purging a closed account', () => {
  test('leaves only audit log entries and payments without a name', async () => {
    const ann = await addMember(server, 'ann.purged@example.com')
    const bob = await addMember(server, 'bob.stays@example.com')
    const shared = pdf('both have this one')
    await fileReceipt(server, ann, { file: fileOf(shared) })
    const kept = await fileReceipt(server, bob, { file: fileOf(shared) })
    const photo = await fileReceipt(server, ann, { file: fileOf(await docketJpeg({ seed: 5 }), 'a.jpg') })
    const query = { id: photo._id, file: photo.file[0]!._id }
    expect((await server.call(api.receipts.preview, { query }, ann)).status).toBe(200)
    const picture = await upload(server, ann, fileOf(await docketJpeg({ seed: 6 }), 'me.jpg'))
    await server.call(api.profile.update, { body: { picture } }, ann)
    await upload(server, ann, fileOf(pdf('never filed')))
    await server.subscribe(ann, 'premium')

    await closeAccount(server, ann)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    await purge(server)
    await server.standIn.webhooksSettled()

    expect(await findTraces(server, ann.id, 'ann.purged')).toEqual(['audit_log'])
    expect(await verifyAuditLog(server.deps.db)).toMatchObject({ brokenAt: undefined })
    const [payment] = await server.deps.db.selectFrom('payments').selectAll().execute()
    expect(payment).toMatchObject({ ownerId: null, buyerName: '', buyerEmail: '', amountCents: 1197 })
    expect(payment!.invoiceNumber).not.toBeNull()
    // A preview may still have been rendering: the next night deletes it too.
    const left = async () => {
      await server.passTo(daysLater(server, 2))
      await cleanUp(server)
      return bytesBut(shared)
    }
    await expect.poll(left).toEqual([])
    const download = { id: kept._id, file: kept.file[0]!._id }
    const response = await server.call(api.receipts.download, { query: download }, await server.signIn(bob))
    expect(response.body.equals(shared)).toBe(true)
    await server.outbox.waitFor('ann.purged@example.com', { subject: 'was deleted' })
  })

  test('leaves the person’s address in nothing that administrators read about their payments', async () => {
    const mia = await addMember(server, 'mia.purged@example.com')
    for (const plan of ['premium', 'pro'] as const) {
      await server.subscribe(mia, plan)
      const query = { limit: 1 }
      const { docs } = (await server.call(api.payments.history, { query }, await server.signIn(mia))).body
      server.standIn.dispute(docs[0]!.payment_id, 'inquiry')
      await server.passTo(daysLater(server, 1))
    }
    const admin = await server.addUser('alerts-desk@example.com', { role: 'Admin' })
    const alerts = async () =>
      (await server.call(api.payments.alerts, {}, await server.signIn(admin))).body.alerts
    const asked = (name: string) => ({
      message: expect.stringMatching(`^${name}, payment .* is asking`) as string,
    })
    expect(await alerts()).toMatchObject([asked(mia.email), asked(mia.email)])
    const params = { id: (await alerts())[1]!._id }
    await server.call(api.payments.dismissAlert, { params }, await server.signIn(admin))

    await closeAccount(server, mia)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    await purge(server)
    expect(await alerts()).toMatchObject([asked('A deleted account')])
    expect(await findTraces(server, 'mia.purged')).toEqual([])

    // The bank decides later.
    const { data } = await server.stripe.disputes.list({ payment_intent: (await alerts())[0]!.payment! })
    const evidence = { uncategorized_text: 'escalate_inquiry_evidence' }
    await server.stripe.disputes.update(data[0]!.id, { evidence, submit: true })
    const latest = async () => (await alerts())[0]!.message
    await expect.poll(latest).toMatch(/^An unknown or deleted account, payment .* has disputed/)
    expect(await findTraces(server, 'mia.purged')).toEqual([])
  })

  test('leaves the figures of past months as they were, without the person', async () => {
    const admin = await server.addUser('figures-desk@example.com', { role: 'Admin' })
    const months = async () =>
      (await server.call(api.subscriptions.figures, {}, await server.signIn(admin))).body.months
    const rows = async (set: 'lost' | 'trialsConverted', month: string) => {
      const query = { set, month, limit: 100 }
      return (await server.call(api.subscriptions.counted, { query }, await server.signIn(admin))).body.docs
    }
    const fay = await addMember(server, 'fay.purged@example.com')
    await server.passTo(daysLater(server, 1))
    const first = await server.subscribe(fay, 'pro')
    await server.passTo(daysLater(server, 40))
    await server.stripe.subscriptions.cancel(first.subscription as string)
    await server.standIn.webhooksSettled()
    const { customer, subscription } = await server.subscribe(fay, 'premium')
    await server.passTo(daysLater(server, 5))
    await closeAccount(server, fay)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    const before = await months()
    await purge(server)
    await server.standIn.webhooksSettled()

    // What they had until now ends with the account.
    const [current, ...past] = before
    expect(await months()).toEqual([{ ...current!, lost: current!.lost + 1 }, ...past])
    const ended = past.find(({ lost }) => lost > 0)!
    expect(await rows('lost', ended.month)).toHaveLength(ended.lost)
    const converted = past.find(({ trialsConverted }) => trialsConverted > 0)!
    const trials = await rows('trialsConverted', converted.month)
    expect(trials).toHaveLength(converted.trialsConverted)
    expect(trials.map(({ user, planName }) => ({ user, planName }))).toContainEqual({
      user: null,
      planName: 'Trial',
    })
    expect(await findTraces(server, fay.id, 'fay.purged')).toEqual(['audit_log'])
    const atStripe = [customer, subscription, first.subscription] as string[]
    expect(await findTraces(server, ...atStripe)).not.toContain('subscriptions')
  })
})

test('purging ends shares with an address that the account had left: someone else may have it by now', async () => {
  const owner = await server.addUser('sharing@example.com')
  const guest = await addMember(server, 'former@example.com')
  await share(server, owner, { email: 'former@example.com' })
  await server.deps.db
    .updateTable('users')
    .set({ email: 'latest@example.com' })
    .where('id', '=', guest.id)
    .execute()
  await share(server, owner, { email: 'latest@example.com' })
  await closeAccount(server, guest)
  await server.passTo(daysLater(server, 28))
  await purge(server)
  await server.passTo(daysLater(server, 4))
  await purge(server)
  const shares = await sharesOf(server, await server.signIn(owner))
  expect(shares.map(({ email, status }) => [email, status])).toEqual([
    ['latest@example.com', 'active'],
    ['former@example.com', 'revoked'],
  ])
})

test('closing cancels a plan’s renewal, and purging ends it at Stripe immediately', async () => {
  const pat = await addMember(server, 'pat@example.com')
  const { subscription } = await server.subscribe(pat, 'premium')
  const standing = () => server.stripe.subscriptions.retrieve(subscription as string)
  await closeAccount(server, pat)
  await expect.poll(async () => (await standing()).cancel_at_period_end).toBe(true)
  expect((await standing()).status).toBe('active')
  await server.passTo(daysLater(server, 28))
  await purge(server)
  await server.passTo(daysLater(server, 4))
  await purge(server)
  expect((await standing()).status).toBe('canceled')
  await server.standIn.webhooksSettled()
  expect(await findTraces(server, pat.id)).toEqual(['audit_log'])
})
