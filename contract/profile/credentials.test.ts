import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../index.ts'
import { profileRefusals } from './texts.ts'

const confirmed = endpoints.filter(
  ({ body, right }) =>
    right === 'account:write' && body instanceof z.ZodObject && 'secondFactor' in body.shape,
)

test.each(confirmed.map((endpoint) => [endpoint.path, endpoint]))(
  '%s, which confirms who asks, may need a recent login',
  (_, { refusals }) => {
    expect(refusals).toContain(profileRefusals.freshLogInNeeded)
  },
)
