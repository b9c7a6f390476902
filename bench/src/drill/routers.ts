import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ports } from './postgres.ts'
import { type Program, startProgram } from './program.ts'

/** Only web processes use this address of the pooler, so that their network can be cut. */
export const WEB_TO_DATABASE = '127.0.0.2'
const SITE = join(import.meta.dirname, '../../../deploy/nginx/docketbox.conf')

/** Sends connections to the node that is the primary, and cuts those to one that no longer is. */
export async function startHaproxy(folder: string): Promise<Program> {
  const check = join(folder, 'is-primary.sh')
  const query = `psql -h "$3" -p "$4" -U docketbox -d docketbox -tAc 'select pg_is_in_recovery()'`
  await writeFile(check, `#!/bin/sh\n[ "$(PGCONNECT_TIMEOUT=1 ${query})" = f ]\n`)
  await chmod(check, 0o755)
  const config = join(folder, 'haproxy.cfg')
  await writeFile(
    config,
    `global
  maxconn 500
  external-check
  insecure-fork-wanted
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${ports.router}
  option external-check
  external-check path "/usr/bin:/bin"
  external-check command ${check}
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  server node1 127.0.0.1:${ports.node1} check
  server node2 127.0.0.1:${ports.node2} check
`,
  )
  return startProgram('haproxy', ['haproxy', '-f', config], { folder })
}

export async function startPgBouncer(folder: string): Promise<Program> {
  const config = join(folder, 'pgbouncer.ini')
  const target = `host=127.0.0.1 port=${ports.router} dbname=docketbox user=docketbox`
  await writeFile(
    config,
    `[databases]
docketbox = ${target}
docketbox_jobs = ${target} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1,${WEB_TO_DATABASE}
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 30
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`,
  )
  await chmod(config, 0o644)
  return startProgram('pgbouncer', ['pgbouncer', config], { folder, user: 'postgres' })
}

/** The site of `deploy/nginx`, on a port of loopback and without TLS. */
export async function startNginx(folder: string, port: number, webPorts: number[]): Promise<Program> {
  const site = (await readFile(SITE, 'utf8'))
    .replace(/server \{\s+listen 80;[^]*?\n\}\n/, '')
    .replace(/( +server 127\.0\.0\.1:\d+ .*\n)+/, () => webPorts.map(upstream).join(''))
    .replace(/ +listen \[::\].*\n/g, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/ +(ssl_|access_log|error_log).*\n/g, '')
  const config = join(folder, 'nginx.conf')
  await mkdir(join(folder, 'nginx'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((name) => `  ${name}_temp_path ${join(folder, 'nginx', name)};`)
  await writeFile(
    config,
    `daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
${paths.join('\n')}
${site}
}
`,
  )
  return startProgram('nginx', ['nginx', '-c', config, '-e', 'stderr'], { folder })
}

function upstream(port: number): string {
  return `    server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;\n`
}
