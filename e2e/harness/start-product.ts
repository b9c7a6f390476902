import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const START_MS = 60_000
/** What `npm start` runs. */
const [, ...startArguments] = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start.split(' ')

/** The running product, as a process of its own. */
export type Product = {
  url: string
  /** Where its mail can be read. */
  mailUrl: string
  pid: number
  /** Everything it has printed so far. */
  said(): string
  /** How long it took from the start of the process until it said its address. */
  startedInMs: number
  stop(): Promise<void>
}

/**
 * Starts the real product on a free port and waits until it says where it is.
 * @param env settings on top of those every start here has, `DATA_DIR` at least.
 */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let said = ''
  let isStopping = false
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      if (addressIn(said)) resolve()
    })
  }
  child.once('close', (code, signal) => {
    const sentence = `The product ended (${signal ?? code}):\n${said}`
    reject(new Error(sentence))
    if (!isStopping) console.error(sentence)
  })
  const late = setTimeout(() => reject(new Error(`The product is not up in time:\n${said}`)), START_MS)
  await ready.finally(() => clearTimeout(late))
  const startedInMs = performance.now() - began
  return {
    ...addressIn(said)!,
    pid: child.pid!,
    startedInMs,
    said: () => said,
    stop: () => {
      isStopping = true
      return stop(child)
    },
  }
}

function addressIn(said: string): { url: string; mailUrl: string } | undefined {
  const url = /is at (http:\/\/\S+)/.exec(said)?.[1]
  const mailUrl = /[Mm]ail.*?(http:\/\/\S+)/.exec(said)?.[1]
  return url && mailUrl ? { url, mailUrl } : undefined
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
