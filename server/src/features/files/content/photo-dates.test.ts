import { exifOf, heicWithExif } from '@docketbox/testing/files/photo-dates'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectBytes } from './inspect-bytes.ts'

const takenAt = '2026:06:28 18:04:05'
const upright = { width: 240, height: 264 }

describe('the day a photo was taken', () => {
  test.each([0, 1, 2] as const)(
    'is read from a HEIC whose items are listed in version %s',
    async (version) => {
      const heic = heicWithExif(exifOf(takenAt), { locationsVersion: version })
      for (const pieceBytes of [3, 700]) {
        expect(await inspectBytes(heic, pieceBytes)).toMatchObject({ ...upright, takenOn: '2026-06-28' })
      }
    },
  )

  test.each(['png', 'webp'] as const)('is read from a %s', async (format) => {
    const picture = await withExif(format, { takenAt })
    expect(await inspectBytes(picture)).toMatchObject({ width: 300, height: 400, takenOn: '2026-06-28' })
  })

  test('is unknown if the photo has none, or no day of the calendar', async () => {
    expect(await inspectBytes(await withExif('webp', {}))).toMatchObject({ takenOn: null })
    const never = heicWithExif(exifOf('2026:02:30 18:04:05'))
    expect(await inspectBytes(never)).toMatchObject({ ...upright, takenOn: null })
  })
})

test('EXIF turns a PNG or a WebP, but not a HEIC, which is turned another way', async () => {
  const { width, height } = upright
  expect(await inspectBytes(heicWithExif(exifOf(takenAt, { orientation: 6 })))).toMatchObject({
    width,
    height,
  })
  for (const format of ['png', 'webp'] as const) {
    const picture = await withExif(format, { orientation: 6 })
    expect(await inspectBytes(picture)).toMatchObject({ width: 400, height: 300 })
    const { info } = await sharp(picture).autoOrient().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 400, height: 300 })
  }
})

describe('damaged EXIF', () => {
  test('loses the day, but not the photo', async () => {
    const heic = heicWithExif(exifOf(takenAt))
    const locations = heic.indexOf('iloc')
    for (const garbage of ['ffffffff', '00000000', '7fffffff']) {
      for (const field of [24, 28]) {
        const damaged = Buffer.from(heic)
        damaged.write(garbage, locations + 12 + field, 'hex')
        expect(await inspectBytes(damaged)).toMatchObject(upright)
      }
    }
    for (let at = heic.length - 86; at < heic.length; at++) {
      const damaged = Buffer.from(heic)
      damaged.writeUInt8(0xff, at)
      expect(await inspectBytes(damaged)).toMatchObject(upright)
    }
  })

  test('never makes a list of items run on', async () => {
    const heic = heicWithExif(exifOf(takenAt), { locationsVersion: 2 })
    const count = heic.indexOf('iloc') + 10
    for (const [at, bytes] of [
      [count - 2, '0000ffffffff'],
      [count - 2, '000fffffffff'],
      [count - 2, 'ffffffffffff'],
    ] as const) {
      const damaged = Buffer.from(heic)
      damaged.write(bytes, at, 'hex')
      expect(await inspectBytes(damaged)).toMatchObject({ ...upright, takenOn: null })
    }
  })
})

function withExif(
  format: 'png' | 'webp',
  { takenAt, orientation = 1 }: { takenAt?: string; orientation?: number },
): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 400, channels: 3, background: '#f4f1e6' } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD2: takenAt === undefined ? {} : { DateTimeOriginal: takenAt } })
    .toFormat(format)
    .toBuffer()
}
