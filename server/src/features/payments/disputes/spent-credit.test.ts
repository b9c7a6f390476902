import { beforeAll, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit, addUserWithCredit } from '../testing/credit.ts'
import { disputeFirst, loseDispute, winAppeal } from '../testing/disputes.ts'
import { collectJobs, runJobs } from '../testing/waiting-jobs.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test.each(['payments.returnCredit', 'payments.endPlan'])(
  'credit that was spent before its payment was lost comes off the credit that the payment had used, if %s runs first',
  async (first) => {
    const person = await addUserWithCredit(server, `${first}@example.com`.toLowerCase(), 500)
    const credit = () => creditAtStripe(server, person.customer)
    await server.subscribe(person, 'premium')
    await server.passTo(server.later(45))
    // The first half used the credit, so the card's money becomes credit.
    await server.changePlan(person, 'pro')
    const movedToBalanceCents = await credit()
    expect(movedToBalanceCents).toBeGreaterThan(100)
    await addCredit(server, person.customer, -movedToBalanceCents)
    const inOrder = async (happen: () => Promise<void>) => {
      const jobs = await collectJobs(server, happen)
      const [earlier = [], later = []] = [true, false].map((isFirst) =>
        jobs.filter(({ job: { name } }) => (name === first) === isFirst),
      )
      await runJobs(server, [...earlier, ...later])
    }
    let dispute = ''
    await inOrder(async () => loseDispute(server, (dispute = await disputeFirst(server, person))))
    expect(await credit()).toBe(500 - movedToBalanceCents)
    await inOrder(() => winAppeal(server, dispute))
    expect(await credit()).toBe(0)
  },
)
