import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { deflateRawSync, crc32 } from 'node:zlib'

/** A photo of a receipt with text and metadata. */
export function docketJpeg({
  width = 600,
  height = 800,
  seed = 1,
  takenAt = '',
  orientation = 1,
} = {}): Promise<Buffer> {
  const lines = Array.from(
    { length: 12 },
    (_, i) =>
      `<text x="30" y="${90 + i * 50}" font-size="28">Item ${seed}-${i}    $${(i * 3.15).toFixed(2)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f1e6"/>${lines.join('')}</svg>`
  const exif = {
    IFD0: { Make: 'Phone', ...(orientation !== 1 && { Orientation: String(orientation) }) },
    IFD2: takenAt === '' ? {} : { DateTimeOriginal: takenAt },
    IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1' },
  }
  const image = sharp(Buffer.from(svg)).jpeg({ quality: 85 }).withExif(exif)
  return (orientation === 1 ? image : image.withMetadata({ orientation }).withExifMerge(exif)).toBuffer()
}

export function docketPicture(format: 'png' | 'webp' | 'gif', width = 300, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#f4f1e6' } })
    .toFormat(format)
    .toBuffer()
}

/** 240 x 264 pixels, as an iPhone encodes. @param brand what its head says it is. */
export function docketHeic(brand = 'heic'): Buffer {
  const file = readFileSync(join(import.meta.dirname, 'docket.heic'))
  for (
    let at = file.indexOf('heic');
    at !== -1 && at < file.readUInt32BE(0);
    at = file.indexOf('heic', at + 4)
  )
    file.write(brand, at, 'latin1')
  return file
}

/** A PDF of one page that says `text`; with `extra`, entries of its trailer. */
export function pdf(text = 'Tax invoice 42.17', { extra = '', objects = [] as string[] } = {}): Buffer {
  const content = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET`
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...objects,
  ]
  return pdfOf(bodies, extra)
}

/** A PDF of these objects. The first one is the catalogue. */
export function pdfOf(bodies: readonly string[], extra = ''): Buffer {
  let text_ = '%PDF-1.4\n'
  const offsets = bodies.map((body, index) => {
    const at = text_.length
    text_ += `${index + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = text_.length
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text_ += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${bodies.length + 1}/Root 1 0 R${extra}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text_, 'latin1')
}

/** A PDF with an unknown password. */
export function lockedPdf(): Buffer {
  const bytes = (fill: string) => `<${fill.repeat(32)}>`
  const encryption = `<</Filter/Standard/V 1/R 2/Length 40/P -44/O${bytes('a7')}/U${bytes('3c')}>>`
  const id = '/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
  return pdf('Locked', { extra: `/Encrypt 6 0 R${id}`, objects: [encryption] })
}

type ZipEntry = { name: string; body: Buffer | string; method?: 0 | 8; claimedBytes?: number }

/** A zip of the entries; `claimedBytes` falsifies an entry's unpacked size. */
export function zip(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, body, method = 8, claimedBytes } of entries) {
    const plain = Buffer.from(body)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(claimedBytes ?? plain.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 0, 'latin1')
    central.writeUInt16LE(20, 4)
    shared.copy(central, 6, 0, 24)
    central.writeUInt32LE(offset, 42)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed])
    directory.push(central, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}

const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
export const docxParts: ZipEntry[] = [
  {
    name: '[Content_Types].xml',
    body: `<Types><Override PartName="/word/document.xml" ContentType="${documentType}"/></Types>`,
  },
  { name: '_rels/.rels', body: '<Relationships/>' },
  { name: 'word/document.xml', body: '<w:document><w:body>Fuel to Dubbo</w:body></w:document>' },
]

export function docx(more: ZipEntry[] = []): Buffer {
  return zip([...docxParts, ...more])
}

/** A Word document with these paragraphs, and those on top and at the bottom of each page. */
export function docxOf(
  paragraphs: readonly string[],
  { header, footer }: { header?: readonly string[]; footer?: readonly string[] } = {},
): Buffer {
  const xml = (lines: readonly string[]) =>
    `<w:body>${lines.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:body>`
  return zip([
    ...docxParts.slice(0, 2),
    { name: 'word/document.xml', body: `<w:document>${xml(paragraphs)}</w:document>` },
    ...(footer ? [{ name: 'word/footer1.xml', body: `<w:ftr>${xml(footer)}</w:ftr>` }] : []),
    ...(header ? [{ name: 'word/header1.xml', body: `<w:hdr>${xml(header)}</w:hdr>` }] : []),
  ])
}

/** A compound file (the frame of old Word documents) with streams of the given names. */
export function compoundFile(names: string[] = ['WordDocument']): Buffer {
  const sector = 512
  const header = Buffer.alloc(sector)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(0xfffffffe, 60)
  header.writeUInt32LE(0xfffffffe, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sector, 0xff)
  const directorySectors = Math.ceil((names.length + 1) / 4)
  table.writeUInt32LE(0xfffffffd, 0)
  for (let i = 1; i <= directorySectors; i++) {
    table.writeUInt32LE(i === directorySectors ? 0xfffffffe : i + 1, i * 4)
  }
  const directory = Buffer.alloc(directorySectors * sector)
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    const at = index * 128
    directory.write(name, at, 'utf16le')
    directory.writeUInt16LE(name.length * 2 + 2, at + 64)
    directory[at + 66] = index === 0 ? 5 : 2
  }
  return Buffer.concat([header, table, directory, Buffer.alloc(4096)])
}
