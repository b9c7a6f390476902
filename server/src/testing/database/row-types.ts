import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const TARGET = join(import.meta.dirname, '../../platform/database/row-types.ts')
const CODEGEN = join(import.meta.dirname, '../../../../node_modules/.bin/kysely-codegen')

/** Reads the schema of a migrated database into `platform/row-types.ts`; with `verify`, only compares. */
export async function writeRowTypes(url: string, { verify = false } = {}): Promise<void> {
  const source = ['--dialect', 'postgres', '--url', url, '--default-schema', 'public']
  const tables = ['--include-pattern', 'public.*', '--exclude-pattern', '*kysely_*']
  const shape = [
    '--camel-case',
    '--date-parser',
    'string',
    '--type-mapping',
    JSON.stringify({ int8: 'number' }),
  ]
  const result = ['--out-file', TARGET, ...(verify ? ['--verify'] : [])]
  await promisify(execFile)(CODEGEN, [...source, ...tables, ...shape, ...result])
}
