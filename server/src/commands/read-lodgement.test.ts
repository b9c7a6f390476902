import { api } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { runReadLodgement } from './read-lodgement.ts'

test('npm run admin -- lodgement prints a whole lodgement, and the audit log records it', async () => {
  const server = await startTestServer()
  const { body } = await server.call(api.lodgement.submit, {
    body: { ...complete, residency: null },
  })
  const printed: string[] = []
  const read = (reference?: string) =>
    runReadLodgement(server.deps, reference, (line) => void printed.push(line))

  const asReadOut = body.reference.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await read(asReadOut)).toBe(0)
  const lines = printed.map((line) => line.replaceAll(/ {2,}/g, '|'))
  for (const line of [
    'Full name|Ann Lee',
    '|Last name|Lee',
    '|Date of birth|1990-02-28',
    '|Annual income|$55,000.50',
    '|Total rental income|$20,000.00',
    'Resident for tax purposes|not answered',
  ])
    expect(lines).toContain(line)
  expect(printed.join()).not.toContain('secret')

  printed.length = 0
  expect(await read('NONE-HERE')).toBe(1)
  expect(await read()).toBe(1)
  expect(printed).toEqual([
    'Lodgement NONE-HERE not found.',
    'Enter a reference: npm run admin -- lodgement 7K3M-9QXR',
  ])
  const entries = await server.deps.db
    .selectFrom('auditLog')
    .innerJoin('lodgements', (on) => on.onRef('subjectId', '=', 'lodgements.id'))
    .select(['action', 'reference'])
    .execute()
  expect(entries).toEqual([{ action: 'lodgement.readWhole', reference: body.reference }])
})
