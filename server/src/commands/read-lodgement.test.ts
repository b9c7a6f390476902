import { api } from '@docketbox/contract'
import { most } from '@docketbox/contract/lodgement/claims-sample'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { runReadLodgement } from './read-lodgement.ts'

test('npm run admin -- lodgement prints one whole, and the audit log remembers it', async () => {
  const server = await startTestServer()
  const { body } = await server.call(api.lodgement.submit, {
    body: { ...most, residency: null },
  })
  const said: string[] = []
  const read = (reference?: string) =>
    runReadLodgement(server.deps, reference, (line) => void said.push(line))

  expect(await read(body.reference.toLowerCase())).toBe(0)
  const lines = said.map((line) => line.replaceAll(/ {2,}/g, '|'))
  for (const line of [
    'Full name|Ann Lee',
    '|Last name|Lee',
    '|Date of birth|1990-02-28',
    '|Annual income|$55,000.50',
    '|Total rental income|$20000.00',
    'Resident for tax purposes|not answered',
  ])
    expect(lines).toContain(line)
  expect(said.join()).not.toContain('secret')

  said.length = 0
  expect(await read('NONE-HERE')).toBe(1)
  expect(await read()).toBe(1)
  expect(said).toEqual([
    'There is no lodgement NONE-HERE.',
    'Say which: npm run admin -- lodgement 7K3M-9QXR',
  ])
  const entries = await server.deps.db
    .selectFrom('auditLog')
    .innerJoin('lodgements', (on) => on.onRef('subjectId', '=', 'lodgements.id'))
    .select(['action', 'reference'])
    .execute()
  expect(entries).toEqual([{ action: 'lodgement.readWhole', reference: body.reference }])
})
