import { calendarDay } from '@docketbox/contract/core/dates'

const ORIENTATION = 0x0112
const EXIF_FOLDER = 0x8769
const TAKEN_AT = 0x9003

/** Cameras write less: a JPEG has no room for more. */
export const MAX_EXIF_BYTES = 65_535

export type Exif = { orientation?: number; takenOn?: string }

/**
 * Reads the orientation of a photo and the local day it was taken.
 * @param block EXIF, perhaps after the `Exif` that a JPEG begins it with; of anything else, the result is empty.
 */
export function readExif(block: Buffer): Exif {
  const tiff = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  if (!/^(II|MM)/.test(tiff.toString('latin1', 0, 2))) return {}
  try {
    return readTiff(tiff)
  } catch (thrown) {
    // Offsets outside the block: the metadata is damaged, but the picture may be fine.
    if (thrown instanceof RangeError) return {}
    throw thrown
  }
}

/** A photo's size when it's upright, and the day it was taken. */
export function photoOf(size: { width: number; height: number }, { orientation = 1, takenOn }: Exif) {
  const isOnItsSide = orientation >= 5
  return {
    width: isOnItsSide ? size.height : size.width,
    height: isOnItsSide ? size.width : size.height,
    preview: 'image',
    takenOn: takenOn ?? null,
  } as const
}

function readTiff(tiff: Buffer): Exif {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const entry = (folder: number, tag: number): number | undefined => {
    const count = short(folder)
    for (let index = 0; index < Math.min(count, 200); index++) {
      const at = folder + 2 + index * 12
      if (short(at) === tag) return at
    }
    return undefined
  }
  const first = long(4)
  const orientationAt = entry(first, ORIENTATION)
  const folderAt = entry(first, EXIF_FOLDER)
  const takenAt = folderAt === undefined ? undefined : entry(long(folderAt + 8), TAKEN_AT)
  const orientation = orientationAt === undefined ? undefined : short(orientationAt + 8)
  const takenOn =
    takenAt === undefined
      ? undefined
      : dayIn(tiff.toString('latin1', long(takenAt + 8), long(takenAt + 8) + 10))
  return {
    ...(orientation !== undefined && orientation >= 1 && orientation <= 8 && { orientation }),
    ...(takenOn !== undefined && { takenOn }),
  }
}

/** Parses `2026:06:30`; undefined if there's no such day. */
function dayIn(text: string): string | undefined {
  const [, year, month, date] = /^(\d{4}):(\d{2}):(\d{2})$/.exec(text) ?? []
  return calendarDay(Number(year), Number(month), Number(date))
}
