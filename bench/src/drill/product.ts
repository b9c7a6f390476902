import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ports, until } from './postgres.ts'
import { type Program, startProgram } from './program.ts'
import { WEB_TO_DATABASE } from './routers.ts'
import { s3Settings } from './swift.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const webPorts = [6430, 6440]
export const NGINX_PORT = 6450

export type ProcessName = 'web1' | 'web2' | 'worker1' | 'worker2'
const processes: Record<ProcessName, Record<string, string>> = {
  web1: { ROLE: 'web', PORT: String(webPorts[0]) },
  web2: { ROLE: 'web', PORT: String(webPorts[1]) },
  // Beside the payment stand-in of the first web process.
  worker1: { ROLE: 'worker', PORT: String(webPorts[0]) },
  worker2: { ROLE: 'worker', PORT: String(webPorts[0]) },
}

/** As npm start. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=8']

/** Starts one process of the product and waits until it's ready. */
export async function startProcess(folder: string, name: ProcessName, smtpUrl: string): Promise<Program> {
  const isWorker = processes[name].ROLE === 'worker'
  const output = () => readFile(join(folder, `${name}.log`), 'utf8')
  const startsSoFar = startsIn(await output().catch(() => ''))
  // Listening for notifications needs a dedicated connection; transactions can share connections.
  const { pooler } = ports
  const database = isWorker ? `127.0.0.1:${pooler}/docketbox_jobs` : `${WEB_TO_DATABASE}:${pooler}/docketbox`
  const program = startProgram(name, [process.execPath, ...FLAGS, 'server/start.mjs'], {
    folder,
    cwd: ROOT,
    env: {
      ...processes[name],
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://docketbox@${database}`,
      ...s3Settings,
      DATABASE_PREPARE: 'false',
      PUBLIC_URL: `http://127.0.0.1:${NGINX_PORT}`,
      TRUST_PROXY: 'true',
      UPLOADS_PER_DAY: '1000000',
      READS_PER_MINUTE: '1000000',
      WRITES_PER_MINUTE: '1000000',
      READING: 'off',
      SMTP_URL: smtpUrl,
      LOG_LEVEL: 'warn',
    },
  })
  await until(name, async () => {
    if (!program.isRunning()) throw new Error(await output())
    if (!isWorker) await expectReady(Number(processes[name].PORT))
    else if (startsIn(await output()) === startsSoFar) throw new Error('It has not said so.')
  })
  return program
}

function startsIn(output: string): number {
  return output.split(' is at ').length
}

async function expectReady(port: number): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
  if (status !== 200) throw new Error(`/readyz: ${status}`)
}
