import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import type { Acknowledged } from './load.ts'

const MAX_ATTEMPTS = 10
const PAUSE_MS = 1_000

type Where = { url: string; token: string }

/** How many acknowledged receipts can't be downloaded as they were sent, or lost a change; each is printed. */
export async function countLost(where: Where, acknowledged: readonly Acknowledged[]): Promise<number> {
  let lost = 0
  for (const receipt of acknowledged) {
    const problem = await problemOf(where, receipt)
    if (problem === undefined) continue
    lost++
    console.log(`Receipt ${receipt.id}: ${problem}`)
  }
  return lost
}

/** Acknowledged data that's missing or different. */
async function problemOf(where: Where, receipt: Acknowledged): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await compare(where, receipt)
    } catch (error) {
      // What can't be read right now isn't lost.
      if (attempt === MAX_ATTEMPTS) return (error as Error).message
      await wait(PAUSE_MS)
    }
  }
}

async function compare(
  { url, token }: Where,
  { id, file, bytes, totalCents }: Acknowledged,
): Promise<string | undefined> {
  const stored = await callApi(url, api.receipts.download, { query: { id, file } }, { token })
  if (!stored.equals(bytes)) return 'its file has changed'
  const { facts } = await callApi(url, api.receipts.details, { params: { uploadId: id } }, { token })
  if (totalCents === undefined || facts.totalCents === totalCents) return undefined
  return `its amount is ${facts.totalCents} instead of ${totalCents}`
}
