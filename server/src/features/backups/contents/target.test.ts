import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { temporaryFolder } from '#testing/backups.ts'
import { openTarget } from './target.ts'

let data: string
let link: string
beforeEach(async () => {
  data = await temporaryFolder()
  link = join(await temporaryFolder(), 'link')
  await symlink(data, link)
})

const open = (location: string) =>
  openTarget(location, readEnvironment({ DATA_DIR: data }, []), { mustExist: false })

describe('a backup', () => {
  test('isn’t made in DATA_DIR, whose files it would share, or inside, where it would be lost with them', async () => {
    for (const folder of [data, link])
      await expect(open(`${folder}/`)).rejects.toThrow(`${folder} is DATA_DIR itself`)
    await mkdir(join(data, 'files'))
    for (const folder of [`${link}/files`, `${data}/new`, `${link}/new/new`])
      await expect(open(folder)).rejects.toThrow(`${folder} is inside DATA_DIR`)
  })

  test('is added to those that are there already', async () => {
    const folder = join(data, 'earlier')
    await mkdir(join(folder, 'backups'), { recursive: true })
    expect(await open(folder)).toMatchObject({ location: folder })
  })

  test('can be made in a new folder on a disk that DATA_DIR leads to', async () => {
    await symlink(await temporaryFolder(), join(data, 'disk'))
    const folder = join(data, 'disk/new')
    expect(await open(folder)).toMatchObject({ location: folder })
  })
})
