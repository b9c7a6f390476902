import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness'
import { runReadLodgement } from './read-lodgement.ts'

test('npm run admin -- lodgement prints one whole, and the audit log remembers it', async () => {
  const server = await startTestServer()
  const { body } = await server.call(api.lodgement.submit, {
    body: {
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      myGovPassword: 'a secret',
      confirmMyGovPassword: 'a secret',
      dependents: '2',
      spouseInformation: true,
      spouseDetails: {
        firstName: 'Kim',
        lastName: 'Leeson',
        dateOfBirth: '1990-02-28',
        annualIncome: '55001.5',
      },
      investmentProperty: true,
      investmentDetails: { totalRentalIncome: '20000', totalPropertyExpenses: '1' },
    },
  })
  const said: string[] = []
  const read = (reference?: string) =>
    runReadLodgement(server.deps, reference, (line) => void said.push(line))

  expect(await read(body.reference.toLowerCase())).toBe(0)
  const lines = said.map((line) => line.replaceAll(/ {2,}/g, '|'))
  for (const line of [
    'Full name|Ann Lee',
    '|Last name|Leeson',
    '|Date of birth|1990-02-28',
    '|Annual income|$55001.50',
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
