import { docketHeic } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { decodeHeic } from './heic.ts'

test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1'])(
  'a HEIC photo of brand %s is decoded',
  async (brand) => {
    const photo = await decodeHeic(docketHeic(brand))
    expect(await photo.metadata()).toMatchObject({ width: 240, height: 264 })
  },
)
