import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, toRefusal } from './refusal.ts'
import { serveWebPages } from './web-pages.ts'

const inline = 'document.documentElement.dataset.theme = "dark"'
const page = (title: string) => `<!doctype html><title>${title}</title><script>${inline}</script>`
const app = Fastify()

beforeAll(async () => {
  const build = await mkdtemp(join(tmpdir(), 'docketbox-build-'))
  const client = join(build, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await mkdir(join(client, 'login'))
  await mkdir(join(client, '404'))
  await writeFile(join(client, 'index.html'), page('home'))
  await writeFile(join(client, 'login/index.html'), page('login'))
  await writeFile(join(client, '404/index.html'), page('lost'))
  await writeFile(join(client, '__spa-fallback.html'), page('shell'))
  await writeFile(join(client, 'assets/app-1a2b.js'), 'let a')
  await writeFile(join(client, 'assets/app-1a2b.js.gz'), gzipSync('let a'))
  await writeFile(join(build, 'screens.json'), JSON.stringify(['/', '/login', '/categories/:categoryId']))
  app.setErrorHandler((error, _, reply) =>
    reply.code(toRefusal(error).spec.status).send(bodyOf(toRefusal(error))),
  )
  await serveWebPages(app, build, { script: ['https://pay.test'], connect: [], frame: [] })
})

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ method: 'GET', url, headers })

describe('the web pages', () => {
  test.each([
    ['/', 200, 'home'],
    ['/login', 200, 'login'],
    ['/categories/01a1f98c', 200, 'shell'],
    ['/nowhere', 404, 'lost'],
    ['/assets/nothing.js', 404, 'lost'],
  ])('%s answers %i', async (url, status, title) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(`<title>${title}</title>`)
  })

  test('allow their own inline script by hash, and no other', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
    expect(scripts).toBe(`script-src 'self' 'sha256-${hash}' https://pay.test`)
  })

  test('are asked for anew each time, while hashed files may be kept for good', async () => {
    expect((await get('/')).headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable')
  })

  test('come compressed to whoever reads that', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.rawPayload.equals(gzipSync('let a'))).toBe(true)
  })

  test.each([
    '/../secrets.json',
    '/%2e%2e/secrets.json',
    '/..%2fscreens.json',
    '/assets/..%2f..%2fscreens.json',
  ])('never lead out of their folder: %s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('categoryId')
  })

  test('an unknown address of the API is answered in the shape of every failure', async () => {
    const answer = await get('/api/nothing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      message: 'There is nothing at this address.',
      code: 'common.noSuchAddress',
    })
  })
})
