import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Kind } from './tables.ts'

type Row = [kind: Kind, id: string, row: unknown]

/** An append-only file of rows. Opening it compacts it to the newest version of each row and drops a last line torn by a crash. */
export function openJournal(dataDir: string | undefined) {
  if (dataDir === undefined) return { rows: (): Row[] => [], write: () => {}, close: () => {} }
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'stripe.jsonl')
  const rows = newest(existsSync(path) ? readFileSync(path, 'utf8') : '')
  writeFileSync(`${path}.new`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  renameSync(`${path}.new`, path)
  const file = openSync(path, 'a')
  let open = true
  return {
    rows: () => rows,
    write: (kind: Kind, id: string, row: unknown) => {
      if (open) writeSync(file, `${JSON.stringify([kind, id, row])}\n`)
    },
    close: () => {
      if (open) closeSync(file)
      open = false
    },
  }
}

function newest(text: string): Row[] {
  const rows = new Map<string, Row>()
  for (const line of text.split('\n')) {
    const row = parsed(line)
    if (!row) continue
    const key = `${row[0]} ${row[1]}`
    if (row[2] === null) rows.delete(key)
    else rows.set(key, row)
  }
  return [...rows.values()]
}

function parsed(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row
  } catch {
    return undefined
  }
}
