import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const file = readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8')
const { workspaces, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  workspaces: string[]
  devDependencies: { node: string }
}
const lines = file
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
const argumentsOf = (name: string) =>
  lines
    .filter((line) => line.startsWith(`${name} `))
    .map((line) =>
      line
        .slice(name.length + 1)
        .trim()
        .split(/\s+/),
    )

test('the image starts from the Node that the product is tested with', () => {
  const [major] = devDependencies.node.split('.')
  expect(lines[0]).toBe(`ARG BASE=docker.io/library/node:${major}-trixie-slim`)
  expect(argumentsOf('FROM').map(([base]) => base)).toEqual(['${BASE}', '${BASE}'])
})

test('everything the image copies from the checkout is there, and the packages of all workspaces', () => {
  const sources = argumentsOf('COPY')
    .filter(([first]) => !first!.startsWith('--from'))
    .flatMap((words) => words.slice(0, -1))
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(sources).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)))
})

test('the image includes the notice about the models', () => {
  const copied = argumentsOf('COPY').filter(([first]) => first === '--from=build')
  expect(copied.flat()).toContain('/opt/docketbox/NOTICE.md')
})

test('the image has only instructions that builders know, and doesn’t run as root', () => {
  const known = /^(FROM|ENV|WORKDIR|COPY|RUN|ARG|USER|EXPOSE|VOLUME|STOPSIGNAL|HEALTHCHECK|CMD) /
  expect(lines.filter((line) => !known.test(line))).toEqual([])
  expect(argumentsOf('USER').at(-1)).toEqual(['node'])
  for (const name of ['CMD', 'HEALTHCHECK']) {
    const command = /(\[.*\])$/.exec(lines.find((line) => line.startsWith(name))!)![1]!
    expect(JSON.parse(command)).toContain('node')
  }
})

test('the command at the top builds an image with its health check, which podman’s default format has no place for', () => {
  expect(/^#\s+podman build (.*)$/m.exec(file)?.[1]).toContain('--format docker')
})

test('a worker counts as healthy unless its monitoring port says otherwise', async () => {
  const server = createServer((_, reply) => void reply.end('{}')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await checkHealth({ PORT: String(port) })).toBe(0)
  expect(await checkHealth({ ROLE: 'web', PORT: '1' })).toBe(1)
  expect(await checkHealth({ ROLE: 'worker', PORT: '1' })).toBe(0)
  expect(await checkHealth({ ROLE: 'worker', PORT: '1', METRICS_PORT: String(port) })).toBe(0)
  expect(await checkHealth({ ROLE: 'worker', PORT: String(port), METRICS_PORT: '1' })).toBe(1)
})

/** @returns the exit code of the image's health check. */
async function checkHealth(env: Record<string, string>): Promise<unknown> {
  const [, command] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(file)!
  const [, ...args] = JSON.parse(command!) as string[]
  const [code] = (await once(spawn(process.execPath, args, { env }), 'exit')) as unknown[]
  return code
}
