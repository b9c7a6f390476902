import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const MAX_START_MS = 60_000
/** What `npm start` runs: a variable, `exec`, Node, and its arguments. */
const [startVariable, , , ...startArguments] = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start.split(' ')
const startEnvironment = Object.fromEntries([startVariable!.split(/=(.*)/s, 2)]) as Record<string, string>

/** The running product, as a separate process. */
export type Product = {
  child: ChildProcess
  url: string
  /** Where to read its mail; empty if it sends to a real server. */
  mailUrl: string
  pid: number
  /** Everything it has printed. */
  output: () => string
  /** Time from the start of the process until it printed its address. */
  startedInMs: number
  /** Ends it (with SIGTERM unless you say otherwise) and waits until it has exited. */
  stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; seconds: number }>
}

/**
 * Starts the real product on a free port and waits until it prints its address.
 * @param env settings on top of those every start here has, `DATA_DIR` at least.
 */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const began = performance.now()
  const { child, output, ended } = spawnProduct(env)
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  const checkForAddress = () => {
    const url = / is at (http:\/\/\S+)/.exec(output())?.[1]
    if (url !== undefined) resolve(url)
  }
  child.stdout.on('data', checkForAddress)
  let isStopping = false
  void ended.then((code) => {
    const message = `The product ended (${child.signalCode ?? code}):\n${output()}`
    reject(new Error(message))
    if (!isStopping) console.error(message)
  })
  const timer = setTimeout(
    () => reject(new Error(`The product didn't start in time:\n${output()}`)),
    MAX_START_MS,
  )
  const url = await ready.finally(() => clearTimeout(timer))
  return {
    child,
    url,
    mailUrl: /^Mail: (http:\/\/\S+)/m.exec(output())?.[1] ?? '',
    pid: child.pid!,
    output,
    startedInMs: performance.now() - began,
    stop: async (signal = 'SIGTERM') => {
      isStopping = true
      const stopBegan = performance.now()
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return { code: await ended, seconds: (performance.now() - stopBegan) / 1000 }
    },
  }
}

/** Starts the product when you expect it to refuse. */
export async function failToStart(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { output, ended } = spawnProduct({ LOG_LEVEL: 'info', ...env })
  return { code: await ended, output: output() }
}

function spawnProduct(env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only what tests reading turns it on: it takes the processor time that everything else is measured by.
    env: { PATH, HOME, ...startEnvironment, PORT: '0', LOG_LEVEL: 'warn', READING: 'off', ...env },
  })
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killChild)
    return code as number | null
  })
  return { child, output: () => output, ended }
}
