import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '@docketbox/testing/product/start'
import { type Figure, median, round } from '../figures.ts'
import { residentMb } from '../memory.ts'

const ROUNDS = 5
const root = join(import.meta.dirname, '../../..')

/** `npm start` without changes, until the first "ready" response, and the memory then. */
export async function measureStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-bench-start-'))
  // The database inside may run as another user, who has to be able to enter.
  await chmod(dataDir, 0o711)
  await startOnce(dataDir)
  const seconds: number[] = []
  for (let at = 0; at < ROUNDS; at++) seconds.push(await startOnce(dataDir))
  const product = await startProduct({ DATA_DIR: dataDir })
  const memory: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    await wait(1000)
    memory.push(await residentMb(product.pid))
  }
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
  const [second, resident] = [median(seconds), median(memory)]
  return [
    {
      what: 'second npm start, to ready',
      measured: `${round(second)} s`,
      target: 'under 2 s',
      isReached: second < 2,
    },
    {
      what: 'idle memory of the Node process',
      measured: `${round(resident)} MB`,
      target: 'under 150 MB',
      isReached: resident < 150,
    },
  ]
}

async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In its own process group, so npm and its children end together.
    detached: true,
  })
  // Waits for the output to close, because npm may exit before its children.
  const gone = once(child, 'close')
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      const address = /is at (http:\S+)\s/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('close', () => reject(new Error(`The product ended: ${output}`)))
  })
  const response = await fetch(`${url}/readyz`)
  if (!response.ok) throw new Error(`The product is up but not ready: ${response.status}.`)
  const seconds = (performance.now() - began) / 1000
  process.kill(-child.pid!, 'SIGTERM')
  await gone
  return seconds
}
