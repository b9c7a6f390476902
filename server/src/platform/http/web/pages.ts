import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import { commonRefusals } from '@docketbox/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/http/refusal.ts'
import { copyWebBuild } from './build.ts'

/** Other origins that pages may use, such as those of the card form. */
export type ForeignOrigins = Readonly<{ script: string[]; connect: string[]; frame: string[] }>

const FALLBACK = '__spa-fallback.html'
const NOT_FOUND = '404/index.html'
const SERVICE_WORKER = 'service-worker.js'
const ONE_YEAR_SECONDS = 31_536_000

/**
 * Serves the built web app: prerendered pages, hashed files (immutable), the app shell for the other screens, and a
 * page with status 404 for everything else. The Content-Security-Policy of a page allows only its own inline scripts.
 * @param build folder with `client/` and `site.json`; without one only the API is served.
 */
export async function serveWebPages(
  app: FastifyInstance,
  build: string,
  { publicUrl, foreign }: { publicUrl: string; foreign: ForeignOrigins },
): Promise<void> {
  if (!existsSync(join(build, 'site.json'))) return void app.setNotFoundHandler(refuseAddress)
  const { client, screens, remove } = await copyWebBuild(build, publicUrl)
  app.addHook('onClose', remove)
  const policies = await pagePolicies(client, foreign)

  await app.register(staticFiles, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cachingOf(relative(client, path)))
      if (relative(client, path).startsWith(SERVICE_WORKER))
        void reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
      // The frames of the card form show our font.
      if (path.endsWith('.woff2'))
        void reply
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  function send(reply: FastifyReply, page: string, status = 200): FastifyReply {
    reply
      .code(status)
      .header('content-security-policy', policies.get(page))
      .header('permissions-policy', 'camera=(self), microphone=(), geolocation=()')
    return reply.sendFile(page, client)
  }

  for (const page of policies.keys()) {
    if (page === FALLBACK || page === NOT_FOUND) continue
    const path = `/${dirname(page)}`.replace('/.', '/')
    app.get(path, (_, reply) => send(reply, page))
  }
  for (const screen of screens) {
    if (app.hasRoute({ method: 'GET', url: screen })) continue
    // They show someone's own records.
    app.get(screen, (_, reply) => send(reply.header('x-robots-tag', 'noindex'), FALLBACK))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return refuseAddress()
    return send(reply, NOT_FOUND, 404)
  })
}

function refuseAddress(): never {
  throw new Refusal(commonRefusals.noSuchAddress)
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

function cachingOf(path: string): string {
  return path.startsWith('assets/') ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache'
}

async function pagePolicies(client: string, foreign: ForeignOrigins): Promise<Map<string, string>> {
  const policies = new Map<string, string>()
  for await (const page of glob('**/*.html', { cwd: client })) {
    const html = await readFile(join(client, page), 'utf8')
    policies.set(page.replaceAll('\\', '/'), policyFor(html, foreign))
  }
  return policies
}

/** Inline scripts by hash; inline styles too, because components set style attributes. */
function policyFor(html: string, { script, connect, frame }: ForeignOrigins): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = [...new Set(inline.map(([, text]) => `'sha256-${sha256(text!)}'`))]
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes, ...script].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${["'self'", 'blob:', ...connect].join(' ')}`,
    `frame-src ${["'self'", 'blob:', ...frame].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
