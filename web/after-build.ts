import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildServiceWorker } from './build-service-worker.ts'
import { paintFirst, retryShell } from './paint-first.ts'
import { BUILD_ORIGIN } from './product-definitions.ts'

type RouteEntry = { path?: string | undefined; parentId?: string | undefined }

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest|ico)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_000

/** The page of every screen that isn't prerendered. */
const SHELL = '__spa-fallback.html'

/**
 * Prepares a build for the server: rewrites the pages to paint before their script, adds the service worker, compresses
 * text files, and writes `site.json` with the paths of all screens (others are a 404) and the origin to replace.
 */
export async function finishBuild(buildFolder: string, routes: Record<string, RouteEntry>): Promise<void> {
  const patterns = Object.keys(routes).map((id) => patternOf(routes, id))
  const screens = [...new Set(patterns)].filter((pattern) => !pattern.includes('*')).toSorted()
  await writeFile(join(buildFolder, 'site.json'), JSON.stringify({ origin: BUILD_ORIGIN, screens }, null, 2))
  const client = join(buildFolder, 'client')
  const pages = (await readdir(client, { recursive: true })).filter(
    (name) => name.endsWith('.html') && name !== SHELL,
  )
  await Promise.all(pages.map((page) => paintFirst(join(client, page), client)))
  await retryShell(join(client, SHELL))
  await buildServiceWorker(client, SHELL)
  await compressAll(client)
}

function patternOf(routes: Record<string, RouteEntry>, id: string): string {
  const route = routes[id]
  const parent = route?.parentId === undefined ? '' : patternOf(routes, route.parentId)
  return `/${[parent, route?.path ?? ''].join('/')}`.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '')
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
