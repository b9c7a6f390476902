import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commonRefusals } from '@docketbox/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { docketJpeg, lockedPdf, pdf } from '@docketbox/testing/files/samples'
import { NoPicture, type PictureMaker, pictureMaker } from './picture-maker.ts'

let folder: string
let maker: PictureMaker
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-maker-'))
})
afterEach(async () => {
  maker.close()
  await rm(folder, { recursive: true, force: true })
})

const [thumbnail, page] = ['thumbnail.webp', 'page.webp']
const kept = async (name: string, content: Buffer | string) => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const make = (path: string) =>
  maker.ask({ kind: 'make', path, thumbnail: join(folder, thumbnail), page: join(folder, page) }, false)

describe('the process that makes pictures', () => {
  test('answers one question after the other, and goes on after a file it cannot read', async () => {
    maker = pictureMaker(folder)
    const [photo, broken, locked, open] = await Promise.all([
      kept('photo', await docketJpeg()),
      kept('broken', 'not a picture'),
      kept('locked', lockedPdf()),
      kept('open', pdf()),
    ])
    const answers = await Promise.allSettled([
      make(broken),
      make(photo),
      maker.ask({ kind: 'isLocked', path: locked }, true),
      maker.ask({ kind: 'isLocked', path: open }, true),
    ])
    expect(answers[0]).toMatchObject({ status: 'rejected', reason: expect.any(NoPicture) })
    expect(answers[1]).toMatchObject({ status: 'fulfilled' })
    expect(answers[2]).toMatchObject({ value: { isLocked: true } })
    expect(answers[3]).toMatchObject({ value: { isLocked: false } })
    expect((await readFile(join(folder, page))).length).toBeGreaterThan(1000)
  })

  test('may write nowhere else', async () => {
    maker = pictureMaker(join(folder, 'inside'))
    await mkdir(join(folder, 'inside'))
    await expect(make(await kept('photo', await docketJpeg()))).rejects.toThrow(
      /permission|access|denied|unable/i,
    )
  })

  test('may die: the file has no picture then, and the next one has', async () => {
    const dying = await kept(
      'dying.mjs',
      `process.on('message', ({ path }) => path.endsWith('bad') ? process.kill(process.pid, 'SIGKILL') : process.send({ pages: 7 }))`,
    )
    maker = pictureMaker(folder, { program: dying })
    const answers = await Promise.allSettled([make('bad'), make('good')])
    expect(answers[0]).toMatchObject({ status: 'rejected', reason: expect.any(NoPicture) })
    expect(answers[1]).toMatchObject({ value: { pages: 7 } })
  })

  test('may not take for ever', async () => {
    const slow = await kept('slow.mjs', `process.on('message', () => undefined)`)
    maker = pictureMaker(folder, { program: slow, timeoutMs: 300 })
    await expect(make('endless')).rejects.toBeInstanceOf(NoPicture)
  })

  test('ends with the server, and what it was at is not called impossible', async () => {
    const slow = await kept('slow.mjs', `process.on('message', () => undefined)`)
    maker = pictureMaker(folder, { program: slow })
    const asked = make('endless').catch((thrown: unknown) => thrown)
    maker.close()
    expect(await asked).not.toBeInstanceOf(NoPicture)
    await expect(make('later')).rejects.toMatchObject({ spec: commonRefusals.unavailable })
  })
})
