import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

export type Texts = Readonly<{
  list(): Promise<string[]>
  /** Rejects with the code `ENOENT` if it doesn't exist. */
  read(name: string): Promise<string>
  /** Once this resolves, the text survives a crash. */
  write(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}>

export function folderTexts(folder: string): Texts {
  return {
    list: () => readdir(folder),
    read: (name) => readFile(join(folder, name), 'utf8'),
    async write(name, text) {
      const draft = join(folder, `${name}.draft`)
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(folder, name))
      await syncFolder(folder)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
