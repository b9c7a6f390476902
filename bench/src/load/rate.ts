import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

type Result = {
  requests: { average: number }
  latency: { p50: number; p99: number }
  non2xx: number
  errors: number
}
type Load = { connections: number; seconds: number; token?: string }

/** Requests per second, sent by a separate process. Any unsuccessful response is an error. */
export async function rateOf(url: string, load: Load): Promise<number> {
  return (await loadTest(url, load)).perSecond
}

/** Requests per second and the 99th percentile of latency. Any unsuccessful response is an error. */
export async function loadTest(
  url: string,
  { connections, seconds, token }: Load,
): Promise<{ perSecond: number; p99Ms: number }> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const headers = token === undefined ? [] : ['-H', `authorization=Bearer ${token}`]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--json', '-c', String(connections), '-d', String(seconds), ...headers, url],
    { maxBuffer: 1e8 },
  )
  const { requests, latency, non2xx, errors } = JSON.parse(stdout) as Result
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return { perSecond: requests.average, p99Ms: latency.p99 }
}
