import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api, incomeYearOf, sydneyDay } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { addSuperAdmin } from '@docketbox/testing/people/administrators'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { waitForMail } from '@docketbox/testing/product/mailbox'
import { addPerson, type SignedInPerson } from '@docketbox/testing/people/people'
import type { Product } from '@docketbox/testing/product/start'
import type { Viewer } from './screens.ts'

/** The people in the screenshots: one without a plan, one on a trial with receipts, one who pays, one administrator. */
export async function gatherCast(
  product: Product,
  dataDir: string,
): Promise<Record<Exclude<Viewer, 'visitor'>, SignedInPerson>> {
  const mia = await addPerson(product, { firstName: 'Mia', lastName: 'Chen' })
  await fileDockets(product.url, mia)
  await shareYears(product, mia)
  const tom = await addPerson(product, { firstName: 'Tom', lastName: 'Okafor', plan: 'none' })
  await beginPaying(product.url, tom)
  const newcomer = await addPerson(product, { firstName: 'Ruby', lastName: 'Walsh', plan: 'none' })
  const olga = await addSuperAdmin(product.url, dataDir)
  await fillDesk(product, olga)
  return { newcomer, user: mia, payer: tom, administrator: olga }
}

/** Sample data for the administrators' screens: people, messages, lodgements, an invitation and audit entries. */
async function fillDesk(product: Product, olga: SignedInPerson): Promise<void> {
  const { url } = product
  const names = [
    ['Bartholomew', 'Featherstonehaugh'],
    ['Priya', 'Singh'],
    ['Jack', 'Wilson'],
  ] as const
  for (const [at, [firstName, lastName]] of names.entries()) {
    const person = await addPerson(product, { firstName, lastName, plan: at === 1 ? 'none' : 'Trial' })
    const from = { address: `10.9.9.${at + 1}` }
    const { email } = person
    const feedback = 'How do I move a receipt to another category?\nThank you!'
    await callApi(url, api.contact.send, { body: { email, phoneNumber: '0412 345 678', feedback } }, from)
    const fullName = `${firstName} ${lastName}`
    await callApi(url, api.lodgement.submit, { body: { ...complete, fullName, email } }, from)
    if (at < 2) continue
    const body = { isSuspended: true, reason: 'Chargebacks' }
    await callApi(url, api.admin.setStatus, { params: { userId: person._id }, body }, olga)
  }
  await callApi(url, api.invitations.create, { body: { email: 'iris@example.com', role: 'Admin' } }, olga)
}

/** Unpaid months and a paid plan. */
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
  const checkout = await callApi(url, api.payments.openCheckout, { body: { plan: plan._id } }, tom)
  const card = { number: '4242424242424242', expiry: '12 / 40', cvc: '123', name: 'Tom Okafor' }
  await fetch(checkout.url, {
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

/** A share of hers with a question, and another person's with her. */
async function shareYears(product: Product, mia: SignedInPerson): Promise<void> {
  const { url, mailUrl } = product
  const share = (owner: SignedInPerson, email: string) =>
    callApi(url, api.rooms.create, { body: { email, years: [incomeYearOf(sydneyDay(new Date()))] } }, owner)
  await share(mia, 'sam@northside-tax.example.com')
  const link = new URL((await waitForMail(mailUrl, { to: 'sam@northside-tax.example.com' })).links[0]!)
  const token = new URLSearchParams(link.hash.slice(1)).get('token')!
  const guest = await callApi(url, api.rooms.enter, { body: { token } }, { address: '10.9.9.9' })
  const { docs } = await callApi(url, api.receipts.search, { query: {} }, guest)
  await callApi(url, api.receipts.details, { params: { uploadId: docs[0]!._id } }, guest)
  const question = { kind: 'request', about: { receipt: docs[0]!._id }, text: 'Which vehicle was this for?' }
  await callApi(url, api.rooms.addNote, { body: question as never }, guest)
  const about = { incomeYear: incomeYearOf(sydneyDay(new Date())) }
  const request = { kind: 'request', about, text: 'Is there a receipt for the printer?' }
  await callApi(url, api.rooms.addNote, { body: request as never }, guest)
  const client = await addPerson(product, { firstName: 'Noah', lastName: 'Kelly' })
  await fileDockets(url, client)
  await share(client, mia.email)
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
    const { uri } = await callApi(url, api.receipts.uploadFile, { body, query: {} }, mia)
    const category = categories[at % 2 === 0 ? 0 : at]!._id
    const filed = { category, file: [{ uri }], description: `${supplier}, for the studio` }
    await callApi(url, api.receipts.save, { body: filed }, mia)
  }
  await recordExpenses(url, mia)
}

async function recordExpenses(url: string, mia: SignedInPerson): Promise<void> {
  const paidOn = sydneyDay(new Date())
  const parking = { supplier: 'City Parking meter', description: 'Parking at a client', amountCents: 450 }
  const toll = { supplier: 'Linkt', description: 'Tolls to the studio', amountCents: 1_240 }
  const note = 'Tolls come without receipts'
  for (const body of [
    { kind: 'smallExpense' as const, paidOn, ...parking },
    { kind: 'unobtainable' as const, paidOn, ...toll, note, label: 'D2' as const, workUsePercent: 50 },
  ])
    await callApi(url, api.expenses.save, { params: { evidenceId: randomUUID() }, body }, mia)
}
