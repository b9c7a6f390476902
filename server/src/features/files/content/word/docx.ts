import { MB_BYTES } from '@docketbox/contract/core/units'
import type { Entry } from 'yauzl'
import type { Bytes } from '../bytes.ts'
import { type FileProperties, UnacceptableFile } from '../properties.ts'
import { checkRelationships } from './relationships.ts'
import { openZip, type Zip } from './zip.ts'

const MAX_UNPACKED_BYTES = 200 * MB_BYTES
/** How many times its size an entry may unpack to. Small entries can't be bombs. */
const MAX_RATIO = 100
const RATIO_COUNTS_FROM_BYTES = 10 * MB_BYTES
const MAX_LIST_BYTES = 1 * MB_BYTES
/** How much of an attached object is searched for a program. */
const MAX_OBJECT_BYTES = 20 * MB_BYTES
/** Far more than bytes that mean something else contain by chance. */
const MAX_MARKS = 10_000
const TYPES = '[Content_Types].xml'
const PROGRAM_NAME =
  /\.(exe|dll|scr|com|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|lnk|reg|sh|apk|app)$/i
/** The name of a file within an attached object. */
const ATTACHED_PROGRAM = new RegExp(`${PROGRAM_NAME.source.slice(0, -1)}\\0`, 'i')

/**
 * Checks that a zip is a Word document: it has the right parts, no macros, programs or content from elsewhere, and
 * unpacks to exactly the size it states, which is within the limit.
 */
export async function readDocx(bytes: Bytes): Promise<FileProperties> {
  const zip = await openZip(bytes)
  const { entries } = zip
  const names = entries.map(({ fileName }) => fileName)
  const types = entries.find(({ fileName }) => fileName === TYPES)
  if (!types || !names.some((name) => name.startsWith('word/'))) throw new UnacceptableFile('wrongType')
  if (names.some((name) => /vbaproject\.bin$|vbadata\.xml$/i.test(name))) throw new UnacceptableFile('macros')
  if (names.some((name) => PROGRAM_NAME.test(name))) throw new UnacceptableFile('embeddedProgram')
  if (entries.some(isBomb) || sum(entries) > MAX_UNPACKED_BYTES) throw new UnacceptableFile('damagedDocument')
  // We only check the beginning of a longer list.
  if (sum(entries.filter((entry) => entry === types || isRelationships(entry))) > MAX_LIST_BYTES)
    throw new UnacceptableFile('damagedDocument')
  const list = (await zip.unpack(types, MAX_LIST_BYTES)).toString('utf8')
  if (/macroEnabled|vbaProject/i.test(list)) throw new UnacceptableFile('macros')
  if (!list.includes('wordprocessingml.document.main+xml')) throw new UnacceptableFile('wrongType')
  for (const entry of entries) if (entry !== types) await checkEntry(zip, entry)
  return {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    width: null,
    height: null,
    preview: 'none',
    takenOn: null,
  }
}

async function checkEntry(zip: Zip, entry: Entry): Promise<void> {
  const isObject = /(^|\/)(embeddings|activeX)\//i.test(entry.fileName)
  const content = await zip.unpack(entry, isObject ? MAX_OBJECT_BYTES : MAX_LIST_BYTES)
  if (isRelationships(entry)) checkRelationships(content.toString('utf8'))
  if (isProgram(content) || (isObject && containsProgram(content)))
    throw new UnacceptableFile('embeddedProgram')
}

function isRelationships({ fileName }: Entry): boolean {
  return /\.rels$/i.test(fileName)
}

function isProgram(content: Buffer): boolean {
  const head = content.toString('latin1', 0, 4)
  return head === '\x7fELF' || (head.startsWith('MZ') && isWindowsProgram(content, 0))
}

/** Objects wrap what they contain, so a program can begin anywhere. */
function containsProgram(content: Buffer): boolean {
  let marks = 0
  for (let at = content.indexOf('MZ'); at !== -1; at = content.indexOf('MZ', at + 1))
    if (++marks > MAX_MARKS || isWindowsProgram(content, at)) return true
  return ATTACHED_PROGRAM.test(content.toString('latin1'))
}

function isWindowsProgram(content: Buffer, at: number): boolean {
  if (at + 64 > content.length) return false
  const header = at + content.readUInt32LE(at + 60)
  return content.toString('latin1', header, header + 4) === 'PE\0\0'
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > RATIO_COUNTS_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0)
}
