import { api, type Payment } from '@docketbox/contract'
import type { Person, TestServer } from '#testing/harness.ts'

/** A person's payments as they see them, the newest first. */
export async function listPayments(server: TestServer, person: Person): Promise<Payment[]> {
  return (await server.call(api.payments.history, { query: {} }, await server.signIn(person))).body.docs
}

/** The messages of the payment alerts that name a person. */
export async function listAlerts(server: TestServer, admin: Person, { email }: Person): Promise<string[]> {
  const { body } = await server.call(api.payments.alerts, {}, await server.signIn(admin))
  return body.alerts.map(({ message }) => message).filter((message) => message.includes(email))
}

/** The names of the plans a person has that haven't ended. */
export async function listRunningPlans({ deps }: TestServer, { id }: Person): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select('plans.name')
    .where('ownerId', '=', id)
    .where('endedAt', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}
