import { createHmac } from 'node:crypto'
import { localKeys } from '@docketbox/local/stripe'
import { openPoster } from '../load/poster.ts'

const AT_ONCE = 16

/** Delivers events as Stripe does, signed, and returns the response times. */
export async function deliverAll(url: string, queue: string[]): Promise<number[]> {
  const signed = queue.map((body) => ({ body, signature: signatureOf(body) }))
  const times: number[] = []
  const work = async () => {
    const poster = openPoster(url)
    for (let next = signed.pop(); next !== undefined; next = signed.pop()) {
      const began = performance.now()
      const { status } = await poster.post('/api/payment-events', next.body, [
        `Stripe-Signature: ${next.signature}`,
      ])
      if (status !== 200) throw new Error(`An event was answered with ${status}.`)
      times.push(performance.now() - began)
    }
    poster.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return times
}

function signatureOf(body: string): string {
  const at = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', localKeys.webhookSecret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${mac}`
}
