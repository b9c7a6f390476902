import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultTaxRules } from '@docketbox/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError } from './environment.ts'
import { readTaxRules } from './tax-rules.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-rules-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(contents: string) {
  const TAX_RULES_FILE = join(folder, 'rules.json')
  await writeFile(TAX_RULES_FILE, contents)
  return readTaxRules({ TAX_RULES_FILE })
}

test('the rules that come with the product count without a file', async () => {
  expect(await readTaxRules({ TAX_RULES_FILE: undefined })).toBe(defaultTaxRules)
})

test('a file replaces the rules that come with the product', async () => {
  const [year] = defaultTaxRules
  const rules = [{ ...year, carCentsPerKm: { ...year!.carCentsPerKm, value: 90 } }]
  expect(await read(`\uFEFF${JSON.stringify(rules)}`)).toEqual(rules)
})

test.each([
  ['not JSON', 'rates'],
  ['not a table', '{}'],
  ['without years', '[]'],
])('a file that is %s prevents the start', async (_, contents) => {
  await expect(read(contents)).rejects.toThrow(ConfigurationError)
})

test('every wrong figure is named', async () => {
  const wrong = { ...defaultTaxRules[0], carCentsPerKm: { value: -1, status: 'law' } }
  const problem = await read(JSON.stringify([wrong])).catch((error: Error) => error.message)
  expect(problem).toContain('rules.json is wrong at 2020-21.carCentsPerKm.value: must be 0 or more.')
  expect(problem).toContain('2020-21.carCentsPerKm.source')
  expect(problem).toContain('2020-21.carCentsPerKm.verifiedOn')
})

test('an income year is followed by the next one', async () => {
  const wrong = { ...defaultTaxRules[0], incomeYear: '2020-22' }
  await expect(read(JSON.stringify([wrong]))).rejects.toThrow(
    /wrong at 2020-22\.incomeYear: Enter an income year such as 2026-27\.$/,
  )
})

test('a file that isn’t there prevents the start', async () => {
  const TAX_RULES_FILE = join(folder, 'none.json')
  await expect(readTaxRules({ TAX_RULES_FILE })).rejects.toThrow(/none\.json can't be read: ENOENT/)
})
