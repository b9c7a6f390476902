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

/** Requests answered in a second, asked by a process of its own. Any answer that is no success is an error. */
export async function rateOf(url: string, { connections, seconds, token }: Load): Promise<number> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const headers = token === undefined ? [] : ['-H', `authorization=Bearer ${token}`]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--json', '-c', String(connections), '-d', String(seconds), ...headers, url],
    { maxBuffer: 1e8 },
  )
  const { requests, non2xx, errors } = JSON.parse(stdout) as Result
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return requests.average
}
