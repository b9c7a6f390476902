import { receiptEndpoints } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { drawReceipt } from '@docketbox/testing/receipts/draw'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, percentile, round } from '../figures.ts'
import type { LatencyResult, LatencyTask } from '../load/latency.ts'
import { inChild } from '../load/task.ts'

const SECONDS = 15
/** More than are read in that time. */
const RECEIPTS = 40
const MAX_RATIO = 1.3

/** How much slower lists get while the receipts of someone else are read. */
export async function measureReading(product: BenchProduct): Promise<Figure[]> {
  const [reader, sender] = [await product.addPerson(), await product.addPerson()]
  await product.seedReceipts(reader._id, 200)
  const list = async () => {
    const task = { url: product.url, path: '/api/user-ticketing?page=1&limit=50', token: reader.token }
    const { milliseconds } = await inChild<LatencyTask, LatencyResult>('latency.ts', {
      ...task,
      seconds: SECONDS,
    })
    return percentile(milliseconds, 0.95)
  }
  await list()
  const alone = await list()
  for (let seed = 0; seed < RECEIPTS; seed++) {
    const { image } = await drawReceipt(seed)
    const file = new File([new Uint8Array(image)], 'docket.png', { type: 'image/png' })
    await callApi(product.url, receiptEndpoints.uploadFile, { body: file }, { token: sender.token })
  }
  const meanwhile = await list()
  const { rows } = await product.db.query<{ waiting: number }>(
    "select count(*)::int as waiting from readings where owner_id = $1 and state = 'waiting'",
    [sender._id],
  )
  if (rows[0]!.waiting === 0) throw new Error('Reading ended before the measurement did.')
  return [
    {
      what: 'a listing while receipts are read',
      measured: `95 % under ${round(meanwhile)} ms`,
      floor: `alone ${round(alone)} ms, ${(meanwhile / alone).toFixed(2)}x`,
      target: `within ${MAX_RATIO}x`,
      isReached: meanwhile <= alone * MAX_RATIO,
    },
  ]
}
