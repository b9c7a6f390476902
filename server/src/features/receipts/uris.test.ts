import { expect, test } from 'vitest'
import { draftUri, parseDraftUri } from './uris.ts'

test('only the uri of a draft is parsed as one', () => {
  const id = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
  expect(parseDraftUri(draftUri(id))).toBe(id)
  for (const uri of [
    '',
    'draft:',
    id,
    `draft:${id}x`,
    'http://169.254.169.254/',
    `file:${id}:1`,
    'draft:../..',
  ])
    expect(parseDraftUri(uri)).toBeUndefined()
})
