// Fetches a URL, discards the bytes, and reports when the first and the last arrived.
import { onTask } from './task.ts'
import { openLine } from './line.ts'

export type FetchTask = { url: string; path: string; token?: string }
export type FetchResult = { bytesPerSecond: number; firstByteMs: number; totalMs: number }

onTask(async ({ url, path, token }: FetchTask) => {
  const line = openLine(url, 1)
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await line.ask({ method: 'GET', path, headers }, 'count')
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  line.close()
  const { firstByteMs, totalMs, sizeBytes } = response
  return { bytesPerSecond: sizeBytes / (totalMs / 1000), firstByteMs, totalMs } satisfies FetchResult
})
