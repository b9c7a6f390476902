import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { isSamePicture } from './compare-pictures.ts'
import { perceptualHash } from './perceptual-hash.ts'

const ampol = { supplier: 'Ampol', totalCents: 5_685, date: '03/03/2026' }
const photo = await drawDocket(ampol)

const compare = async (one: Buffer, other: Buffer) => {
  const hashes = [await perceptualHash(sharp(one)), await perceptualHash(sharp(other))] as const
  return {
    bits: bitsBetween(...hashes),
    areTheSame: await isSamePicture(
      () => sharp(one),
      () => sharp(other),
    ),
  }
}

test.each<[string, (picture: Sharp) => Sharp]>([
  ['half as large', (picture) => picture.resize({ width: 450 })],
  ['larger', (picture) => picture.resize({ width: 1300 })],
  ['compressed a lot', (picture) => picture.jpeg({ quality: 30 })],
  ['a small WebP', (picture) => picture.resize({ width: 600 }).webp({ quality: 50 })],
  ['a PNG', (picture) => picture.png()],
  ['a little brighter', (picture) => picture.modulate({ brightness: 1.06 }).jpeg({ quality: 70 })],
])('a photo is recognised when it’s %s', async (_, change) => {
  const { bits, areTheSame } = await compare(photo, await change(sharp(photo)).toBuffer())
  expect(bits).toBeLessThanOrEqual(24)
  expect(areTheSame).toBe(true)
})

test.each([
  ['another total', { ...ampol, totalCents: 5_885 }],
  ['another date', { ...ampol, date: '08/03/2026' }],
  ['another item', { ...ampol, items: ['Unleaded 95  38.2 L', 'Coffee, regular', 'Windscreen wash'] }],
  ['another supplier', { ...ampol, supplier: 'Shell' }],
])('a receipt of the same layout with %s is another one, even small', async (_, other) => {
  const small = await sharp(await drawDocket(other))
    .resize({ width: 500 })
    .jpeg({ quality: 60 })
    .toBuffer()
  expect((await compare(photo, small)).areTheSame).toBe(false)
})

test('pictures of different shapes are different', async () => {
  expect(
    (await compare(photo, await sharp(photo).resize(900, 1000, { fit: 'fill' }).toBuffer())).areTheSame,
  ).toBe(false)
})

function bitsBetween(one: string, other: string): number {
  const bits = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2)
  return bits.replaceAll('0', '').length
}
