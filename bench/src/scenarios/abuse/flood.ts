import type { BenchProduct } from '../../bench-product.ts'
import { type Figure, median, round } from '../../figures.ts'
import type { FloodResult, FloodTask } from '../../load/flood.ts'
import { inChild } from '../../load/task.ts'

const CLIENTS = 150
/** Together fewer than a known device may within a minute. */
const TIMES = { alone: 5, flooded: 12 }

/** Someone logs in on a device that they used before, while strangers flood the login. */
export async function measureFlood(product: BenchProduct): Promise<Figure[]> {
  const { email, password } = await product.addPerson()
  const person = { email, password }
  const response = await fetch(`${product.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const logIn = (clients: number, times: number) =>
    inChild<FloodTask, FloodResult>('flood.ts', {
      url: product.url,
      clients,
      person,
      cookie: cookie.join('; '),
      times,
    })
  const alone = await logIn(0, TIMES.alone)
  const { milliseconds, perSecond, statuses } = await logIn(CLIENTS, TIMES.flooded)
  const slowest = Math.max(...milliseconds)
  const responses = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  return [
    {
      what: 'a login on a known device',
      measured: `${round(median(milliseconds))} ms, at most ${round(slowest)} ms`,
      floor: `alone ${round(median(alone.milliseconds))} ms; ${CLIENTS} clients, ${round(perSecond)} logins/s (${responses.join(', ')})`,
      target: 'within 1 s',
      isReached: slowest < 1000,
    },
  ]
}
