import { startMailbox } from '@docketbox/local/mailbox'
import { join } from 'node:path'
import { mend } from './network.ts'
import { startPostgresCluster, until } from './postgres.ts'
import { NGINX_PORT, type ProcessName, startProcess, webPorts } from './product.ts'
import type { Program } from './program.ts'
import { startHaproxy, startNginx, startPgBouncer } from './routers.ts'
import { startSwift } from './swift.ts'

export const url = `http://127.0.0.1:${NGINX_PORT}`

/** Starts every program of the cluster. Disposing it ends them all. */
export async function startCluster(folder: string) {
  await using open = new AsyncDisposableStack()
  // Of an earlier drill that was interrupted.
  await mend()
  open.defer(mend)
  const [postgres, swift] = await Promise.all([startPostgresCluster(folder), startSwift(folder)])
  open.defer(() => postgres.stop())
  open.defer(() => swift.stop())
  const haproxy = await startHaproxy(folder)
  open.defer(haproxy.stop)
  let pooler = await startPgBouncer(folder)
  open.defer(() => pooler.stop())
  const mailbox = await startMailbox({ dataDir: join(folder, 'mailbox') })
  open.defer(() => mailbox.stop())
  const start = (name: ProcessName) => startProcess(folder, name, mailbox.smtpUrl)
  const running = new Map<ProcessName, Program>()
  for (const name of ['web1', 'web2', 'worker1', 'worker2'] as const) {
    running.set(name, await start(name))
    open.defer(async () => running.get(name)!.stop())
  }
  const nginx = await startNginx(folder, NGINX_PORT, webPorts)
  open.defer(nginx.stop)
  await until('nginx', () => fetch(url))
  const everything = open.move()

  return {
    postgres,
    swift,
    mailUrl: mailbox.webUrl,
    killPooler: () => pooler.stop('SIGKILL'),
    restartPooler: async () => void (pooler = await startPgBouncer(folder)),
    stopProcess: (name: ProcessName, signal?: NodeJS.Signals) => running.get(name)!.stop(signal),
    restartProcess: async (name: ProcessName) => void running.set(name, await start(name)),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
