import type { Bytes } from '../bytes.ts'
import { type FileProperties, UnacceptableFile } from '../properties.ts'

const END_OF_CHAIN = 0xfffffffa
const ENTRY_BYTES = 128
/**
 * Enough for 100 MB, and for 2,000 streams. A chain with more sectors is a cycle, or made to take long: each sector may
 * have to be read from another part of the file.
 */
const MAX_LISTS = 20
const MAX_DIRECTORY_SECTORS = 500

/** Checks that a compound file is a Word document: it has the stream of that name, and no macros. */
export async function readDoc(bytes: Bytes): Promise<FileProperties> {
  const names = await namesIn(bytes)
  if (!names.has('WordDocument')) throw new UnacceptableFile('wrongType')
  if (names.has('Macros') || names.has('_VBA_PROJECT')) throw new UnacceptableFile('macros')
  return { type: 'application/msword', width: null, height: null, preview: 'none', takenOn: null }
}

/** The names of all streams and folders of a compound file. */
async function namesIn(bytes: Bytes): Promise<Set<string>> {
  const header = Buffer.from(await bytes.at(0, 512))
  if (header.length < 512) throw new UnacceptableFile('damagedDocument')
  const sectorBytes = 2 ** header.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new UnacceptableFile('damagedDocument')
  const sector = async (number: number) => {
    const piece = await bytes.at((number + 1) * sectorBytes, sectorBytes)
    if (piece.length < Math.min(sectorBytes, 512)) throw new UnacceptableFile('damagedDocument')
    return piece
  }
  const fat = await fatSectors(header, sector, sectorBytes)
  const next = async (number: number) => {
    const perSector = sectorBytes / 4
    const part = fat[Math.floor(number / perSector)]
    if (part === undefined) throw new UnacceptableFile('damagedDocument')
    const piece = await sector(part)
    const at = (number % perSector) * 4
    if (at + 4 > piece.length) throw new UnacceptableFile('damagedDocument')
    return piece.readUInt32LE(at)
  }
  const names = new Set<string>()
  let number = header.readUInt32LE(48)
  for (let seen = 0; number < END_OF_CHAIN; seen++) {
    if (seen > MAX_DIRECTORY_SECTORS) throw new UnacceptableFile('damagedDocument')
    collectNames(await sector(number), names)
    number = await next(number)
  }
  return names
}

/** The sectors that hold the allocation table: 109 are named in the header, further ones in a chain. */
async function fatSectors(
  header: Buffer,
  sector: (number: number) => Promise<Buffer>,
  sectorBytes: number,
): Promise<number[]> {
  const sectors: number[] = []
  const collect = (list: Buffer, start: number, count: number) => {
    for (let index = 0; index < count && start + index * 4 + 4 <= list.length; index++) {
      const number = list.readUInt32LE(start + index * 4)
      if (number < END_OF_CHAIN) sectors.push(number)
    }
  }
  collect(header, 76, 109)
  let number = header.readUInt32LE(68)
  for (let seen = 0; number < END_OF_CHAIN; seen++) {
    if (seen > MAX_LISTS) throw new UnacceptableFile('damagedDocument')
    const list = Buffer.from(await sector(number))
    if (list.length < sectorBytes) throw new UnacceptableFile('damagedDocument')
    collect(list, 0, sectorBytes / 4 - 1)
    number = list.readUInt32LE(sectorBytes - 4)
  }
  return sectors
}

function collectNames(sector: Buffer, names: Set<string>): void {
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const nameBytes = sector.readUInt16LE(at + 64)
    if (nameBytes >= 2 && nameBytes <= 64) names.add(sector.toString('utf16le', at, at + nameBytes - 2))
  }
}
