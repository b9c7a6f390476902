import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drawReceipt } from '@docketbox/testing/receipts/draw'

const program = join(import.meta.dirname, '../../read.ts')
const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-read-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('npm run read', () => {
  test('prints one line of JSON for each file, even after a bad one', async () => {
    const { image, label } = await drawReceipt(4)
    const [good, bad] = [join(folder, 'good.png'), join(folder, 'bad.jpg')]
    await writeFile(good, image)
    await writeFile(bad, 'not a picture')
    const { stdout } = await run(process.execPath, [program, bad, join(folder, 'none.jpg'), good])
    const lines = stdout.trim().split('\n').map((line) => JSON.parse(line)) // prettier-ignore
    expect(lines).toMatchObject([
      { file: bad, error: expect.any(String) },
      { file: expect.stringContaining('none.jpg'), error: expect.any(String) },
      {
        file: good,
        date: label.date,
        totalCents: label.total,
        abn: label.abn,
        gstCents: label.gst,
        pages: 1,
      },
    ])
    expect(lines[2].confidence.total).toBeGreaterThan(0.5)
    expect(lines[2].peakMemoryMb).toBeLessThan(900)
  })

  test('compares with labels', async () => {
    const { image, label } = await drawReceipt(4)
    await writeFile(join(folder, 'a.png'), image)
    await writeFile(join(folder, 'labels.jsonl'), JSON.stringify({ file: 'a.png', ...label }))
    const { stdout } = await run(process.execPath, [program, '--evaluate', join(folder, 'labels.jsonl')])
    expect(stdout).toMatch(/^date +100\.0 % right/m)
    expect(stdout).toMatch(/^total +100\.0 % right/m)
    expect(stdout).toMatch(/^CPU per receipt: mean \d+ ms/m)
  })
})
