import { beforeAll, expect, test, vi } from 'vitest'
import type { Mail } from '#platform/mail/mail.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { disputeFirst } from '../../testing/disputes.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { scopeOf } from '../../testing/scope.ts'
import { openPortal } from '../portal.ts'
import { cancelPlan } from './cancel-plan.ts'

let server: PayingServer
const queued: Mail[] = []
beforeAll(async () => {
  server = await startPayingServer()
  const { queue } = server.deps.mail
  vi.spyOn(server.deps.mail, 'queue').mockImplementation((db, mail) => {
    queued.push(mail)
    return queue(db, mail)
  })
})

async function subscriber(name: string, card?: string) {
  const person = await server.addUser(`${name}@example.com`)
  const { subscription } = await server.subscribe(person, 'pro', card)
  return { person, subscription: subscription as string }
}

async function setCancelled(person: Person, isCancelled: boolean, deps = server.deps) {
  await cancelPlan(deps, scopeOf(person), isCancelled)
  await server.standIn.webhooksSettled()
}

const mailsTo = ({ email }: Person) =>
  queued.filter(({ to, subject }) => to === email && subject.startsWith('You cancelled your'))

test('each cancellation is confirmed by mail once, a resumed plan isn’t', async () => {
  const { person: ann } = await subscriber('ann')
  await setCancelled(ann, true)
  await setCancelled(ann, true)
  expect(mailsTo(ann)).toHaveLength(1)
  const { text } = await server.outbox.waitFor(ann.email, { subject: 'You cancelled your' })
  expect(text).toContain('You have full access until 1 Aug 2026, and won’t be charged again.')
  expect(text).toContain('you can always view and download them')
  expect(text).toContain('http://docketbox.test/upgrade')
  await setCancelled(ann, false)
  expect(mailsTo(ann)).toHaveLength(1)
  await setCancelled(ann, true)
  expect(mailsTo(ann)).toHaveLength(2)
})

test('a cancellation is confirmed once if Stripe’s event arrives before its answer, or another tab cancels too', async () => {
  const { person: bea } = await subscriber('bea')
  const eventFirst = answeredLate(server, 'subscriptions.update', () => server.standIn.webhooksSettled())
  await setCancelled(bea, true, eventFirst)
  expect(mailsTo(bea)).toHaveLength(1)
  const { person: cyd } = await subscriber('cyd')
  const tabFirst = answeredLate(server, 'subscriptions.retrieve', () => setCancelled(cyd, true))
  await setCancelled(cyd, true, tabFirst)
  expect(mailsTo(cyd)).toHaveLength(1)
})

test('each cancellation in Stripe’s portal is confirmed by mail once', async () => {
  const { person: fay, subscription } = await subscriber('fay')
  const { url } = await openPortal(server.deps, scopeOf(fay))
  const choose = async (action: 'cancel' | 'resume') => {
    const sent = await fetch(`${url}/${subscription}`, {
      method: 'POST',
      body: new URLSearchParams({ do: action }),
    })
    expect(sent.status).toBe(200)
    await server.standIn.webhooksSettled()
  }
  await choose('cancel')
  expect(mailsTo(fay)).toHaveLength(1)
  await choose('resume')
  expect(mailsTo(fay)).toHaveLength(1)
  await choose('cancel')
  expect(mailsTo(fay)).toHaveLength(2)
})

test('a renewal that’s being paid may still go through', async () => {
  const { person: dan } = await subscriber('dan')
  await server.passTo(new Date('2026-08-01T02:01:00.000Z'))
  await setCancelled(dan, true)
  expect(mailsTo(dan)[0]?.paragraphs[0]).toMatch(/cancelled your Pro plan. We won’t renew it again, but/)
})

test('a plan that’s cancelled while its renewal is unpaid has ended, whichever way we hear of it first', async () => {
  const { person: gus, subscription } = await subscriber('gus', '4000000000000341')
  const { person: hal } = await subscriber('hal', '4000000000000341')
  await server.passTo(server.later(31.2))
  await setCancelled(gus, true)
  await setCancelled(
    hal,
    true,
    answeredLate(server, 'subscriptions.cancel', () => server.standIn.webhooksSettled()),
  )
  expect((await server.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  for (const person of [gus, hal]) {
    expect(mailsTo(person)).toMatchObject([{ heading: 'Your Pro plan has ended' }])
    expect(mailsTo(person)[0]!.paragraphs.join(' ')).toMatch(
      /wasn’t paid.*You won’t be charged.*choose a plan/,
    )
  }
})

test('a plan that we cancel because of a dispute isn’t confirmed, even after an own cancellation', async () => {
  const { person: eve, subscription } = await subscriber('eve')
  await setCancelled(eve, true)
  await setCancelled(eve, false)
  await server.passTo(server.later(32))
  await disputeFirst(server, eve)
  const atStripe = async () => (await server.stripe.subscriptions.retrieve(subscription)).cancel_at_period_end
  await expect.poll(atStripe).toBe(true)
  await server.standIn.webhooksSettled()
  expect(mailsTo(eve)).toHaveLength(1)
})
