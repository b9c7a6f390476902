import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { paintFirst, startAtOnce } from './paint-first.ts'
import { BUILD_ORIGIN } from './product-definitions.ts'

type RouteEntry = { path?: string | undefined; parentId?: string | undefined }

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest|ico)$/
/** Below this a compressed copy saves nothing on the wire. */
const MIN_BYTES = 1_000

/** The app's shell shows nothing before its script runs, so that starts first. */
const SHELL = '__spa-fallback.html'

/**
 * Finishes a build for the server: `site.json` with the address patterns of all screens (anything else is a 404) and
 * the origin that the server replaces, prerendered pages that paint first, and compressed copies of each text file.
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
  await startAtOnce(join(client, SHELL))
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
