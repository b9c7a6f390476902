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

describe('production refuses', () => {
  const production = {
    ...card,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://receipts.example.com',
    DATABASE_URL: 'postgres://db.example.com/docketbox',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'hello@example.com',
    SUPPORT_EMAIL: 'help@example.com',
    SESSION_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_live_x',
    BUSINESS_ABN: '90 000 100 000',
  }

  test('nothing when it has everything it needs', () => {
    expect(() => readEnvironment(production)).not.toThrow()
  })

  test.each([
    ['MAIL_FROM', ''],
    ['MAIL_FROM', 'hello@docketbox.local'],
    ['SUPPORT_EMAIL', ''],
    ['SUPPORT_EMAIL', 'support@docketbox.local'],
  ])('%s=%s, an address that no one can write to', (name, value) => {
    expect(() => readEnvironment({ ...production, [name]: value })).toThrow(`${name} is missing`)
  })
})

describe('backups in a bucket', () => {
  const backups = { BACKUP_DIR: 's3://vault/docketbox', BACKUP_KEY: 'eleven wombats under a tree' }
  const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }

  test('need a service', () => {
    expect(() => readEnvironment(backups)).toThrow(/^BACKUP_S3_URL is missing/)
  })

  test('may use the one of the files', () => {
    expect(() => readEnvironment({ ...backups, ...keys, S3_URL: 'https://s3.example.com' })).not.toThrow()
  })

  test.each(['s3:/vault', 's3://', 's3:///vault'])('need a bucket: %s has none', (BACKUP_DIR) => {
    expect(() => readEnvironment({ ...backups, BACKUP_DIR })).toThrow(/^BACKUP_DIR must be a folder or s3:/)
  })
})

describe('the address of the scanner', () => {
  test.each([
    'tcp://clamd.example.com:3310',

    'unix:/run/clamd.ctl',
    'unix:///run/clamd.ctl',
  ])('may be %s', (SCANNER_URL) => {
    expect(readEnvironment({ SCANNER_URL }).SCANNER_URL).toBe(SCANNER_URL)
  })

  test.each([
    'tcp://localhost',
    'tcp://:3310',
    'unix:',
    'unix://run/clamd.ctl',
    'http://localhost:3310',
    '3310',
  ])('can’t be %s', (SCANNER_URL) => {
    expect(() => readEnvironment({ SCANNER_URL })).toThrow(
      new ConfigurationError('SCANNER_URL must be tcp://host:port or unix:/path.'),
    )
  })
})

describe('the address of the mail server', () => {
  test.each([
    'smtp://127.0.0.1:25',
    'smtps://ann%40example.com:pa%2Fss@mail.example.com:465',
    'smtp://ann@example.com:hunter2@mail.example.com:587?ignoreTLS=true',
  ])('may be %s', (SMTP_URL) => {
    expect(readEnvironment({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL)
  })

  test.each([
    'smtp://',
    'http://mail.example.com',
    'smtp://ann:hunter/2@mail.example.com:587',
    'smtp://ann:2/hunter@mail.example.com:587',
    'smtp://ann:hunter?@mail.example.com',
    'smtp://ann:#hunter@mail.example.com',
    'smtp://ann:hunter@:587',
  ])('can’t be %s, and the problem doesn’t repeat the password', (SMTP_URL) => {
    expect(() => readEnvironment({ SMTP_URL })).toThrow(
      /^SMTP_URL must be an smtp:\/\/ or smtps:\/\/ address: (?!.*hunter)/,
    )
  })
})

test('a setting with two problems is named once', () => {
  const sentence = 'ENCRYPTION_KEY must be 32 bytes in base64.'
  expect(() => readEnvironment({ ENCRYPTION_KEY: 'abc' })).toThrow(new ConfigurationError(sentence))
})
