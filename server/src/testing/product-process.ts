import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterTheTest } from './clean-up.ts'

const START = join(import.meta.dirname, '../../start.mjs')

/** The product as a person starts it: a process of its own. */
export type ProductProcess = {
  child: ChildProcess
  url: string
  output: () => string
  /** Ends it, and waits until it has. */
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; seconds: number }>
}

/** Starts the product and waits for the address it prints. */
export async function startProduct(env: Record<string, string>): Promise<ProductProcess> {
  const { child, output, ended } = spawnProduct(env)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.stdout?.on('data', () => {
    const url = / is at (http:\S+)/.exec(output())?.[1]
    if (url !== undefined) resolve(url)
  })
  void ended.then(() => reject(new Error(`It did not start:\n${output()}`)))
  const product: ProductProcess = {
    child,
    url: await promise,
    output,
    end: async (signal) => {
      const began = performance.now()
      child.kill(signal)
      const code = await ended
      return { code, seconds: (performance.now() - began) / 1000 }
    },
  }
  afterTheTest(async () => void (await product.end('SIGKILL')))
  return product
}

/** Starts the product expecting that it gives up. */
export async function failToStart(
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const { output, ended } = spawnProduct(env)
  return { code: await ended, said: output() }
}

function spawnProduct(env: Record<string, string>) {
  const child = spawn(process.execPath, [START], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, ended }
}
