import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts one of the comparison servers, which first prints its address. */
export async function startFloor(
  module: 'hello.ts' | 'stream-copy.ts',
  ...args: string[]
): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, module), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: address.toString().trim(), stop: () => void child.kill() }
}
