import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './postgres.ts'
import { PATH, type Program, startProgram } from './program.ts'

const run = promisify(execFile)

const PROXY_PORT = 6500
const MEMCACHED_PORT = 6501
/** Each node has a server of every kind, on the port of its number after this one. */
const kinds = { object: 6510, container: 6520, account: 6530 } as const
const nodes = [1, 2, 3] as const
type Kind = keyof typeof kinds
type Node = (typeof nodes)[number]
/** The programs read it from here, so they run with a folder of the drill in its place. */
const SETTINGS = '/etc/swift'

export const s3Settings = {
  S3_URL: `http://127.0.0.1:${PROXY_PORT}`,
  S3_BUCKET: 'docketbox',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'drill:docketbox',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-drill',
}

/** The S3 API of OpenStack Swift, on three storage nodes that each keep a copy of everything. */
export async function startSwift(folder: string) {
  const home = join(folder, 'swift')
  const settings = join(home, 'settings')
  await mkdir(settings, { recursive: true })
  await writeSettings(home, settings)
  await buildRings(settings)
  await run('chown', ['-R', 'swift:swift', home])
  const start = (name: string, program: string, file: string) =>
    startProgram(name, inPlace(settings, [program, join(SETTINGS, file), 'verbose']), { folder })
  const startNode = (node: Node) =>
    Object.keys(kinds).map((kind) =>
      start(`${kind}${node}`, `swift-${kind}-server`, `${kind}-server-${node}.conf`),
    )
  const memcached = startProgram(
    'memcached',
    ['memcached', '-l', '127.0.0.1', '-p', String(MEMCACHED_PORT), '-U', '0'],
    { folder, user: 'swift' },
  )
  const running = new Map<Node, Program[]>(nodes.map((node) => [node, startNode(node)]))
  const proxy = start('swift-proxy', 'swift-proxy-server', 'proxy-server.conf')
  await until('Swift', () => createBucket())

  return {
    async kill(node: Node): Promise<void> {
      await Promise.all(running.get(node)!.map((server) => server.stop('SIGKILL')))
    },
    async restart(node: Node): Promise<void> {
      running.set(node, startNode(node))
      await until(`storage node ${node}`, () => fetch(`http://127.0.0.1:${kinds.object + node}/healthcheck`))
    },
    async stop(): Promise<void> {
      await Promise.all([proxy, memcached, ...[...running.values()].flat()].map((one) => one.stop('SIGKILL')))
    },
  }
}

/** The command with our settings where it expects those of the machine. */
function inPlace(settings: string, command: string[]): string[] {
  return [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `mount --bind '${settings}' ${SETTINGS} && exec "$@"`,
    'sh',
    ...command,
  ]
}

async function writeSettings(home: string, settings: string): Promise<void> {
  const write = (name: string, lines: string) => writeFile(join(settings, name), lines)
  const common =
    'bind_ip = 127.0.0.1\nworkers = 0\nuser = swift\nmount_check = false\ndisable_fallocate = true'
  await write(
    'swift.conf',
    `[swift-hash]
swift_hash_path_suffix = drill
[storage-policy:0]
name = copies
default = yes
`,
  )
  for (const node of nodes) {
    const devices = join(home, `node${node}`)
    await mkdir(join(devices, 'disk'), { recursive: true })
    for (const [kind, port] of Object.entries(kinds))
      await write(
        `${kind}-server-${node}.conf`,
        `[DEFAULT]
${common}
bind_port = ${port + node}
devices = ${devices}
[pipeline:main]
pipeline = healthcheck ${kind}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${kind}-server]
use = egg:swift#${kind}
`,
      )
  }
  await write(
    'proxy-server.conf',
    `[DEFAULT]
${common}
bind_port = ${PROXY_PORT}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${MEMCACHED_PORT}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${s3Settings.S3_REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${s3Settings.S3_ACCESS_KEY_ID.replace(':', '_')} = ${s3Settings.S3_SECRET_ACCESS_KEY} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
conn_timeout = 0.5
node_timeout = 3
error_suppression_interval = 10
`,
  )
}

/** Which node has which part: all of them have all. */
async function buildRings(settings: string): Promise<void> {
  for (const [kind, port] of Object.entries(kinds) as [Kind, number][]) {
    const ring = (...args: string[]) =>
      run('swift-ring-builder', [join(settings, `${kind}.builder`), ...args], { env: { PATH } })
    await ring('create', '6', '3', '1')
    await ring('add', ...nodes.flatMap((node) => [`r1z${node}-127.0.0.1:${port + node}/disk`, '1']))
    await ring('rebalance')
  }
}

/** A bucket is what Swift's own API calls a container. */
async function createBucket(): Promise<void> {
  const { S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3Settings
  const identity = { 'x-auth-user': S3_ACCESS_KEY_ID, 'x-auth-key': S3_SECRET_ACCESS_KEY }
  const login = await fetch(`${S3_URL}/auth/v1.0`, { headers: identity })
  const [token, url] = [login.headers.get('x-auth-token'), login.headers.get('x-storage-url')]
  if (token === null) throw new Error(`Swift said ${login.status}.`)
  const made = await fetch(`${url}/${S3_BUCKET}`, { method: 'PUT', headers: { 'x-auth-token': token } })
  if (!made.ok) throw new Error(`Swift said ${made.status}.`)
}
