import { randomUUID } from 'node:crypto'
import { api, type YearSummary } from '@docketbox/contract'
import { newId } from '#platform/database/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { fuel } from './receipts.ts'

type Row = Partial<{
  categoryId: string
  documentDate: string | null
  paidDate: string | null
  supplier: string | null
  totalCents: number | null
  gstCents: number | null
  currency: string
  workUsePercent: number | null
  labelSuggested: string | null
  labelConfirmed: string | null
  isReimbursed: boolean
  labelAnswers: string
  lastClaimedYear: number | null
  createdAt: Date
}>

/** Inserts a receipt without files, as if it had been filed at the server's time. @returns its id. */
export async function insertReceipt({ deps }: TestServer, owner: Person, row: Row = {}): Promise<string> {
  const at = row.createdAt ?? deps.now()
  const id = newId()
  await deps.db
    .insertInto('receipts')
    .values({
      id,
      ownerId: owner.id,
      categoryId: fuel,
      titles: 'docket.pdf',
      description: 'Fuel to Dubbo',
      sources: JSON.stringify({ description: 'typed' }),
      capturedOn: at.toISOString().slice(0, 10),
      createdAt: at,
      updatedAt: at,
      ...row,
    })
    .execute()
  return id
}

/** An income year as the API returns it. */
export async function yearOf(server: TestServer, owner: Person, incomeYear: string): Promise<YearSummary> {
  return (await server.call(api.years.summary, { params: { incomeYear } }, owner)).body
}

/** Records a trip in a car, which cents per km count. */
export async function drive(
  server: TestServer,
  owner: Person,
  { day, km }: { day: string; km: number },
): Promise<void> {
  const vehicle = randomUUID()
  const mazda = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
  await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: mazda }, owner)
  const trip = { endedOn: null, odometerStart: null, odometerEnd: null, purpose: 'Site visit' }
  const params = { tripId: randomUUID() }
  await server.call(api.records.saveTrip, { params, body: { ...trip, vehicle, day, km } }, owner)
}
