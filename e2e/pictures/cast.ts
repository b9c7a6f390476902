import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@docketbox/contract'
import { callApi } from '../harness/api.ts'
import { drawDocket } from '../harness/dockets.ts'
import { addPerson, type SignedInPerson } from '../harness/people.ts'
import type { Product } from '../harness/start-product.ts'
import type { Viewer } from './screens.ts'

/** The people who look at the screens: one on a trial, with dockets; one who pays. */
export async function gatherCast(
  product: Product,
): Promise<Record<Exclude<Viewer, 'visitor'>, SignedInPerson>> {
  const mia = await addPerson(product, { firstName: 'Mia', lastName: 'Chen' })
  await fileDockets(product.url, mia)
  const tom = await addPerson(product, { firstName: 'Tom', lastName: 'Okafor', plan: 'none' })
  await beginPaying(product.url, tom)
  return { user: mia, payer: tom }
}

/** Months that were not paid for, and a plan that was. */
async function beginPaying(url: string, tom: SignedInPerson): Promise<void> {
  const pro = () =>
    callApi(url, api.subscriptions.list, {}, tom).then(({ docs }) => docs.find(({ name }) => name === 'Pro')!)
  let plan = await pro()
  while (plan.link === null) {
    await wait(100)
    plan = await pro()
  }
  const choice = { months: ['Mar' as const, 'Apr' as const], plan: plan._id }
  await callApi(url, api.payments.createIntent, { body: choice }, tom)
  const opened = await fetch(plan.link, { redirect: 'manual' })
  const card = { number: '4242424242424242', expiry: '12 / 40', cvc: '123', name: 'Tom Okafor' }
  await fetch(new URL(opened.headers.get('location')!, plan.link), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(card),
  })
  const isPaid = async () =>
    (await callApi(url, api.payments.history, { query: {} }, tom)).docs.some(
      ({ status }) => status === 'paid',
    )
  while (!(await isPaid())) await wait(100)
}

async function fileDockets(url: string, mia: SignedInPerson): Promise<void> {
  const { docs: categories } = await callApi(url, api.categories.list, {}, mia)
  const dockets = [
    'Shell Coles Express',
    'Bunnings',
    'Officeworks',
    'City Parking',
    'Qantas',
    'Chemist Warehouse',
  ]
  for (const [at, supplier] of dockets.entries()) {
    const totalCents = 1_250 + at * 1_735
    const picture = new Uint8Array(await drawDocket({ supplier, totalCents }))
    const body = new File([picture], `${supplier}.jpg`, { type: 'image/jpeg' })
    const { uri } = await callApi(url, api.receipts.uploadFile, { body }, mia)
    const category = categories[at % 2 === 0 ? 0 : at]!._id
    const filed = { category, file: [{ uri }], description: `${supplier}, for the studio` }
    await callApi(url, api.receipts.save, { body: filed }, mia)
  }
}
