import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `verify.html`: one file with everything in it, the same in every pack. */
export async function verifyPage(): Promise<string> {
  const [page, script] = await Promise.all(
    ['page.html', 'script.js'].map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  )
  return page!.replace('/* SCRIPT */', () => script!)
}
