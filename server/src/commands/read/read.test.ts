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
    const unknown = { supplier: null, abn: null, date: null, totalCents: null, gstCents: null, pages: null }
    expect(lines).toMatchObject([
      { file: bad, ...unknown, error: expect.any(String) },
      { file: expect.stringContaining('none.jpg'), ...unknown, error: expect.any(String) },
      {
        file: good,
        date: label.date,
        totalCents: label.total,
        abn: label.abn,
        gstCents: label.gst,
        pages: 1,
      },
    ])
    for (const { confidence } of lines)
      expect(Object.keys(confidence)).toEqual(['supplier', 'abn', 'date', 'total', 'gst'])
    expect(lines[2].confidence.total).toBeGreaterThan(0.5)
    expect(lines[2].peakMemoryMb).toBeLessThan(900)
  })

  test('compares with labels, and counts a file it can’t read as wrong', async () => {
    const { image, label } = await drawReceipt(4)
    await writeFile(join(folder, 'a.png'), image)
    await writeFile(join(folder, 'bad.jpg'), 'not a picture')
    const labels = ['a.png', 'bad.jpg'].map((file) => JSON.stringify({ file, ...label }))
    await writeFile(join(folder, 'labels.jsonl'), labels.join('\n'))
    const { stdout } = await run(process.execPath, [program, '--evaluate', join(folder, 'labels.jsonl')])
    expect(stdout).toMatch(/^date +50\.0% right .*n=2\), 0 wrong/m)
    expect(stdout).toMatch(/^total +50\.0% right/m)
    expect(stdout).toMatch(/^CPU per receipt: mean \d+ ms/m)
  })
})
