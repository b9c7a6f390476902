import { describe, expect, test } from 'vitest'
import { ConfigurationError, readEnvironment } from './environment.ts'

const card = { STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }

describe('the ABN on tax invoices', () => {
  test('is undefined unless it is set', () => {
    expect(readEnvironment({}).BUSINESS_ABN).toBeUndefined()
  })

  test.each(['90000100000', '90 000 100 000'])('given as %s is printed in its usual groups', (given) => {
    expect(readEnvironment({ BUSINESS_ABN: given }).BUSINESS_ABN).toBe('90 000 100 000')
  })

  test.each([
    ['in production', { NODE_ENV: 'production' }, /^BUSINESS_ABN is missing/m],
    ['for real money', { ...card, STRIPE_SECRET_KEY: 'sk_live_x' }, /^BUSINESS_ABN is missing/m],
    ['for a restricted key', { ...card, STRIPE_SECRET_KEY: 'rk_live_x' }, /^BUSINESS_ABN is missing/m],
    ['with a right check', { BUSINESS_ABN: '90 000 100 001' }, /^BUSINESS_ABN must be an ABN/m],
  ])('must be there %s', (_, env, problem) => {
    expect(() => readEnvironment(env)).toThrow(ConfigurationError)
    expect(() => readEnvironment(env)).toThrow(problem)
  })

  test('is not asked for while payments are tried out', () => {
    expect(() => readEnvironment({ ...card, STRIPE_SECRET_KEY: 'sk_test_x' })).not.toThrow()
  })
})
