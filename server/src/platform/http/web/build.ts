import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createWorkFolder, keepFromCleaning } from '#platform/processes/work-folders.ts'

const WITH_ORIGIN = '{**/*.html,robots.txt,sitemap.xml}'
/** A fast level, because it runs at start, and a window no larger than a page: the default takes 5 MB for each. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 17 },
}

type WebBuild = { client: string; screens: string[]; remove: () => Promise<void> }

/**
 * Copies the built web app, so that the next build doesn't take files away from this process, and puts in the address
 * people reach the product at.
 * @param build folder with `client/` and `site.json`.
 * @returns the folder of the copy and the address patterns of all screens.
 */
export async function copyWebBuild(build: string, publicUrl: string): Promise<WebBuild> {
  const { origin, screens } = JSON.parse(await readFile(join(build, 'site.json'), 'utf8')) as {
    origin: string
    screens: string[]
  }
  const client = await createWorkFolder('web')
  await cp(join(build, 'client'), client, { recursive: true })
  const pages = origin === publicUrl ? [] : await Array.fromAsync(glob(WITH_ORIGIN, { cwd: client }))
  for (const page of pages) await replaceOrigin(join(client, page), origin, publicUrl)
  await keepFromCleaning(client)
  return { client, screens, remove: () => rm(client, { recursive: true, force: true }) }
}

async function replaceOrigin(file: string, origin: string, publicUrl: string): Promise<void> {
  const text = (await readFile(file, 'utf8')).replaceAll(origin, publicUrl)
  await writeFile(file, text)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(text))
}
