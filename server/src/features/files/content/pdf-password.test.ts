import { buffer } from 'node:stream/consumers'
import { lockedPdf, pdf } from '@docketbox/testing/files/samples'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readPdf } from './pdf.ts'
import { needsPassword } from './pdf-password.ts'

const inspectPdf = (content: Buffer) => {
  const at = async (offset: number, length: number) => content.subarray(offset, offset + length)
  return readPdf({ size: content.length, at, from: (offset) => at(offset, 1000) })
}

function encrypted(pdfVersion: '1.3' | '1.4' | '1.7' | '1.7ext3', userPassword: string): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion, userPassword, ownerPassword: 'owner', permissions: {} })
  document.text('Tax invoice')
  document.end()
  return buffer(document)
}

test.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)(
  'a PDF %s that is encrypted needs a password, unless that is empty',
  async (version) => {
    expect(await inspectPdf(await encrypted(version, 'secret'))).toMatchObject({ preview: 'locked' })
    expect(await inspectPdf(await encrypted(version, ''))).toMatchObject({ preview: 'image' })
  },
)

test.each([
  [
    'needs a password',
    true,
    '518ad5a89025a4f0b12c7ff93cc2dadb3010be8adca903760bce063ccf2b0399832d49b1fdb919a028e101cd6725f548',
  ],
  [
    'needs none',
    false,
    'ba32b87cb59edc946e235f3f08af1333df2db3e660f324926971c558ddca1d4013d18f33451323622e8774b84634f474',
  ],
])('a PDF encrypted with AES-256 %s', (_, isLocked, check) => {
  expect(needsPassword(`<</Filter /Standard /R 6 /U <${check}> /V 5>>`, '')).toBe(isLocked)
})

test.each([
  ['only mentions encryption', pdf('/Encrypt 6 0 R')],
  ['names a dictionary it lacks', pdf('x', { extra: '/Encrypt 99 0 R' })],
  ['names itself', pdf('x', { extra: '/Encrypt 1 0 R' })],
  [
    'mentions encryption a hundred thousand times',
    Buffer.concat([pdf(), Buffer.from('/Encrypt '.repeat(1e5))]),
  ],
])('a PDF that %s can be shown', async (_, content) => {
  expect(await inspectPdf(content)).toMatchObject({ preview: 'image' })
})

test('the last change of a PDF decides', async () => {
  expect(await inspectPdf(Buffer.concat([pdf(), lockedPdf()]))).toMatchObject({ preview: 'locked' })
})
