import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@docketbox/contract/core/paths'
import { build } from 'vite'

/** What the app needs to run without a connection. Names in `assets/` change with their contents. */
const HASHED = 'assets/*.{js,css,woff2}'
/** Only names from central Europe use these letters; it's as large as a third of the scripts. */
const RARELY_USED = /inter-latin-ext/

/** Bundles the service worker with the list of files to keep on the device. Pages must be finished by then. */
export async function buildServiceWorker(client: string, shell: string): Promise<void> {
  const hashed = await Array.fromAsync(glob(HASHED, { cwd: client }))
  const files = hashed.filter((name) => !RARELY_USED.test(name)).toSorted()
  const version = files.map((name) => /^assets\/manifest-(\w+)\.js$/.exec(name)?.[1]).find(Boolean)
  if (version === undefined) throw new Error(`The routes' manifest isn't where the build usually puts it.`)
  const hash = createHash('sha256').update(await readFile(join(client, shell)))
  const revision = `${version}-${hash.digest('hex').slice(0, 16)}`
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD: JSON.stringify({
        version,
        // Served for every screen that isn't prerendered.
        shell: paths.dashboard,
        files: [
          { url: paths.dashboard, revision },
          ...files.map((name) => ({ url: `/${name}`, revision: null })),
        ],
      }),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}
