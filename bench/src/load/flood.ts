// Floods the login from many addresses with wrong passwords, for as long as a known device logs in, one time after
// another; reports how long that took each time.
import { onTask } from './task.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openLine } from './line.ts'

export type FloodTask = {
  url: string
  clients: number
  /** Whose device is known. */
  person: { email: string; password: string }
  cookie: string
  times: number
}
export type FloodResult = { milliseconds: number[]; perSecond: number; statuses: Record<string, number> }

const PATH = '/api/auth/signin'
const JSON_TYPE = { 'content-type': 'application/json' }

onTask(async ({ url, clients, person, cookie, times }: FloodTask) => {
  const began = performance.now()
  const statuses: Record<string, number> = {}
  let isOver = false
  /** Each client has its own address and one request under way at a time. */
  async function flood(): Promise<void> {
    const line = openLine(url, 1)
    while (!isOver) {
      const body = JSON.stringify({
        email: `${randomBytes(4).toString('hex')}@example.com`,
        password: 'guess',
      })
      const headers = { ...JSON_TYPE, 'x-forwarded-for': `10.${randomBytes(3).join('.')}` }
      const { status } = await line.ask({ method: 'POST', path: PATH, headers, body }, 'count')
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    line.close()
  }
  const floods = Array.from({ length: clients }, flood)
  await wait(2_000)
  const line = openLine(url, 1)
  const milliseconds: number[] = []
  for (let count = 0; count < times; count++) {
    const headers = { ...JSON_TYPE, cookie }
    const { status, totalMs } = await line.ask({
      method: 'POST',
      path: PATH,
      headers,
      body: JSON.stringify(person),
    })
    if (status !== 200) throw new Error(`sign-in: ${status}`)
    milliseconds.push(totalMs)
    await wait(200)
  }
  isOver = true
  line.close()
  await Promise.all(floods)
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const perSecond = requests / ((performance.now() - began) / 1000)
  return { milliseconds, perSecond, statuses } satisfies FloodResult
})
