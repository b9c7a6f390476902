// Requests a URL at a moderate pace and reports the response times.
import { onTask } from './task.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { openLine } from './line.ts'

export type LatencyTask = { url: string; path: string; token: string; seconds: number }
export type LatencyResult = { milliseconds: number[] }

onTask(async ({ url, path, token, seconds }: LatencyTask) => {
  const line = openLine(url, 1)
  const headers = { authorization: `Bearer ${token}` }
  const end = performance.now() + seconds * 1000
  const milliseconds: number[] = []
  while (performance.now() < end) {
    const { status, totalMs } = await line.ask({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path}: ${status}`)
    milliseconds.push(totalMs)
    await wait(10)
  }
  line.close()
  return { milliseconds } satisfies LatencyResult
})
