import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@docketbox/local/loopback'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FILE = join(ROOT, 'deploy/container/Containerfile')
const IMAGE = 'docketbox-test'
/** For machines that can't reach the registry, such as `CONTAINER_BASE=localhost/node:26`. */
const BASE = process.env['CONTAINER_BASE'] ?? /^ARG BASE=(.*)$/m.exec(readFileSync(FILE, 'utf8'))![1]!
const MINUTE_MS = 60_000

const builders = ['podman', 'docker', 'buildah'] as const
type Builder = (typeof builders)[number]

const SIGNALLED = '"$@" & read -r _; kill -TERM $!; wait $!'

const run = promisify(execFile)
const works = (command: string, args: string[]) =>
  run(command, args, { timeout: MINUTE_MS / 2 }).then(
    () => true,
    () => false,
  )

test(
  'the image is built, serves in production without being root, and ends cleanly within 10 seconds',
  { timeout: 20 * MINUTE_MS },
  async ({ skip }) => {
    let builder: Builder | undefined
    for (const name of builders) if (!builder && (await works(name, ['info']))) builder = name
    if (!builder) return skip('Neither podman nor docker nor buildah works here.')
    if (!(await works(builder, ['pull', BASE]))) return skip(`${builder} can’t pull ${BASE} here.`)
    const format = builder === 'docker' ? [] : ['--format', 'docker']
    const args = ['build', ...format, '--build-arg', `BASE=${BASE}`, '-f', FILE, '-t', IMAGE, ROOT]
    await run(builder, args, { maxBuffer: Infinity })

    const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-container-'))
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, transport: 'tcp' })
    onTestFinished(async () => {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const product = spawn(builder, await runArguments(builder, productionSettings(database.url, port)))
    onTestFinished(() => void product.kill('SIGKILL'))
    const exited = once(product, 'exit')
    let output = ''
    for (const stream of [product.stdout, product.stderr]) stream.on('data', (text) => (output += text))

    const ready = () => fetch(`${url}/readyz`).then(({ status }) => status)
    await vi.waitFor(async () => expect({ status: await ready(), output }).toMatchObject({ status: 200 }), {
      timeout: MINUTE_MS,
    })
    const statuses = await Promise.all(
      ['/', '/api/user-ticketing'].map(async (path) => (await fetch(url + path)).status),
    )
    expect(statuses).toEqual([200, 401])

    const began = performance.now()
    if (builder === 'buildah') product.stdin.end('\n')
    else product.kill('SIGTERM')
    expect({ exit: await exited, output }).toMatchObject({ exit: [0, null] })
    expect(performance.now() - began).toBeLessThan(10_000)
  },
)

/** Runs in the foreground for its exit code. Buildah doesn't forward signals, so a line on its input stands for one. */
async function runArguments(builder: Builder, settings: Record<string, string>): Promise<string[]> {
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  if (builder !== 'buildah') return ['run', '--rm', '--network', 'host', ...env, IMAGE]
  const { stdout } = await run('buildah', ['from', IMAGE])
  onTestFinished(async () => void (await run('buildah', ['rm', stdout.trim()])))
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync(FILE, 'utf8'))![1]!) as string[]
  return ['run', ...env, stdout.trim(), '--', 'sh', '-c', SIGNALLED, 'sh', ...command]
}

function productionSettings(databaseUrl: string, port: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'hello@docketbox.test',
    SUPPORT_EMAIL: 'help@docketbox.test',
    SESSION_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    BUSINESS_ABN: '51824753556',
  }
}
