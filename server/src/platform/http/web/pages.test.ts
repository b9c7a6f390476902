import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { canCleanByAge, cleanByAge } from '@docketbox/testing/system/temporary-files'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bodyOf, toRefusal } from '#platform/http/refusal.ts'
import { serveWebPages } from './pages.ts'

const inline = 'document.documentElement.dataset.theme = "dark"'
const built = 'http://localhost:3000'
const page = (title: string) =>
  `<!doctype html><title>${title}</title><link rel="canonical" href="${built}/"><script>${inline}</script>`
const app = Fastify()
let temporary: string

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'docketbox-pages-'))
  vi.stubEnv('TMPDIR', temporary)
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
  await writeFile(join(client, 'assets/text-1a2b.woff2'), 'font')
  await writeFile(join(client, 'assets/app-1a2b.js.gz'), gzipSync('let a'))
  await writeFile(join(client, 'service-worker.js'), 'let files')
  await writeFile(join(client, 'service-worker.js.gz'), gzipSync('let files'))
  await writeFile(join(client, 'robots.txt'), `Sitemap: ${built}/sitemap.xml`)
  await writeFile(join(client, 'index.html.gz'), gzipSync(page('home')))
  const site = { origin: built, screens: ['/', '/login', '/categories/:categoryId'] }
  await writeFile(join(build, 'site.json'), JSON.stringify(site))
  app.setErrorHandler((error, _, reply) =>
    reply.code(toRefusal(error).spec.status).send(bodyOf(toRefusal(error))),
  )
  const foreign = { script: ['https://pay.test'], connect: [], frame: [] }
  await serveWebPages(app, build, { publicUrl: 'https://docketbox.test', foreign })
  // The next build begins by deleting everything.
  await rm(build, { recursive: true })
  vi.unstubAllEnvs()
  return async () => {
    await app.close()
    await rm(temporary, { recursive: true })
  }
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

  test('contain the public address', async () => {
    for (const headers of [{ accept: 'text/html' }, { accept: 'text/html', 'accept-encoding': 'gzip' }]) {
      const answer = await get('/', headers)
      const body = answer.headers['content-encoding'] ? gunzipSync(answer.rawPayload).toString() : answer.body
      expect(body).toContain('href="https://docketbox.test/"')
      expect(body).not.toContain('localhost')
    }
    expect((await get('/robots.txt')).body).toBe('Sitemap: https://docketbox.test/sitemap.xml')
  })

  test.runIf(canCleanByAge())('stay when the system cleans its temporary folder', async () => {
    cleanByAge(temporary)
    expect((await get('/login')).body).toContain('login')
    expect((await get('/assets/app-1a2b.js')).body).toBe('let a')
  })

  test('allow their own inline script by hash, and no other', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
    expect(scripts).toBe(`script-src 'self' 'sha256-${hash}' https://pay.test`)
  })

  test('let the service worker load our own files', async () => {
    const { headers } = await get('/service-worker.js', { 'accept-encoding': 'gzip' })
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
  })

  test('let other origins have the fonts only, for the frames of the card form', async () => {
    const allowed = async (path: string) => (await get(path)).headers['access-control-allow-origin']
    expect(await allowed('/assets/text-1a2b.woff2')).toBe('*')
    expect(await allowed('/assets/app-1a2b.js')).toBeUndefined()
  })

  test('are revalidated each time, while hashed files are immutable', async () => {
    expect((await get('/')).headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable')
  })

  test('are compressed for browsers that accept it', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.rawPayload.equals(gzipSync('let a'))).toBe(true)
  })

  test.each(['/../secrets.json', '/%2e%2e/secrets.json', '/..%2fsite.json', '/assets/..%2f..%2fsite.json'])(
    'never lead out of their folder: %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain('categoryId')
    },
  )

  test.each([
    ['a part that a file doesn’t have', { range: 'bytes=9999-' }],
    ['another version of a file', { 'if-match': '"another"' }],
  ])('refuse %s', async (_, headers) => {
    const answer = await get('/assets/app-1a2b.js', headers)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'common.malformed'])
  })

  test('an unknown API path gets the usual error response', async () => {
    const answer = await get('/api/nothing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      message: 'Page not found.',
      code: 'common.noSuchAddress',
    })
  })
})
