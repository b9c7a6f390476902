import { expect, test } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { quarantinedMail } from './mails.ts'

const deps = { config: readEnvironment({}), publicUrl: 'https://docketbox.test' }
const ann = { email: 'ann@example.com', firstName: 'Ann', title: 'docket.pdf' }

test('the mail about an infected file says to replace it in its receipt, or to discard it before it’s filed', () => {
  const [filed, unfiled] = ['0199', null].map((receiptId) => quarantinedMail(deps, { ...ann, receiptId }))
  expect(filed!.paragraphs.join(' ')).toMatch(
    /Everything else about the receipt is still there\..*replace this file/,
  )
  expect(filed!.button).toMatchObject({ label: 'Open the receipt' })
  expect(unfiled!.paragraphs.join(' ')).toMatch(/please discard it\..*upload that instead/)
  expect(unfiled!.button).toMatchObject({ label: 'Open To file' })
})
