import { resolve } from 'node:path'
import { abnDigits, abnText } from '@docketbox/contract'
import { z } from 'zod'
import { backupVariables } from './backup-variables.ts'
import { isLiveKey } from '#platform/payments/stripe-client.ts'
import { CannotStart } from './cannot-start.ts'
import { limitVariables } from './limit-variables.ts'
import { mailVariables } from './mail-variables.ts'
import { monitoringVariables } from './monitoring-variables.ts'

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
/** How many proxies are in front: each appends the address it saw, and only those can be trusted. */
const proxies = z
  .string()
  .regex(/^(true|false|\d)$/, 'must be true, false or a number of proxies up to 9')
  .transform((value) => (value === 'true' ? 1 : Number(value === 'false' ? 0 : value)))
const absoluteUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

function isScannerUrl(value: string): boolean {
  const { protocol, hostname, port, pathname } = URL.parse(value) ?? {}
  return protocol === 'tcp:'
    ? Boolean(hostname && port)
    : protocol === 'unix:' && hostname === '' && /^\/./.test(pathname!)
}

/** Every setting of the product, as environment variables. `npm run config` prints this table. */
export const variables = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development')
    .describe('production refuses to start with a local stand-in or default secret.'),
  PORT: z.coerce
    .number({ error: 'must be a port number from 0 to 65535' })
    .int('must be a port number from 0 to 65535')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65_535, 'must be a port number from 0 to 65535')
    .default(3000)
    .describe('Port of the web app and the API. 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  PUBLIC_URL: absoluteUrl
    .optional()
    .describe(
      'Address people use to reach the product, and the base of links in emails. Default: http://localhost:PORT.',
    ),
  TRUST_PROXY: proxies
    .default(0)
    .describe('Proxies in front whose X-Forwarded-For is trusted: true for one, or their number.'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder for everything stored on this machine.'),
  ROLE: z
    .enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' })
    .default('all')
    .describe('What this process does: serve requests, run jobs, or both.'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'must be silent, error, warn, info or debug',
    })
    .default('warn')
    .describe('How much is logged, as JSON lines on standard output.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional()
    .describe('Postgres 15 or newer. Unset: an embedded Postgres under DATA_DIR.'),
  DATABASE_PREPARE: flag
    .default(true)
    .describe(
      'Prepare statements. Set false behind a pooler that doesn’t support it, such as PgBouncer before 1.21.',
    ),
  ...mailVariables,
  PRODUCT_NAME: z.string().min(1).max(40).default('Docketbox').describe('The name people see.'),
  SUPPORT_EMAIL: z
    .email('must be an email address')
    .default('support@docketbox.local')
    .describe('Where contact messages and replies to emails go.'),
  BUSINESS_ABN: z
    .string()
    .refine((value) => abnDigits(value) !== undefined, 'must be an ABN: eleven digits with a valid checksum')
    .transform((value) => abnText(abnDigits(value)!))
    .optional()
    .describe('Your business’s ABN, printed on tax invoices. Unset: they say that they’re test invoices.'),
  SESSION_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters')
    .optional()
    .describe('Signs access tokens. Unset: created once and stored in DATA_DIR/secrets.json.'),
  ENCRYPTION_KEY: z
    .base64('must be 32 bytes in base64')
    .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional()
    .describe('Encrypts private columns. Unset: created once and stored in DATA_DIR/secrets.json.'),
  UPLOAD_LIMIT_MB: z.coerce
    .number({ error: 'must be a number of megabytes' })
    .positive('must be a number of megabytes above 0')
    .max(200, 'must be at most 200')
    .default(20)
    .describe('Largest file accepted, in MB of 1,048,576 bytes.'),
  UPLOADS_PER_DAY: z.coerce
    .number({ error: 'must be a number of files' })
    .int('must be a whole number of files')
    .positive('must be a number of files above 0')
    .default(5000)
    .describe('Maximum number of files one user may add within 24 hours.'),
  ...limitVariables,
  ...monitoringVariables,
  READING: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe('Whether receipts are read automatically, on this machine.'),
  READING_MODEL_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the models that read receipts. Unset: those that come with the product.'),
  SCANNER_URL: z
    .string()
    .refine(isScannerUrl, 'must be tcp://host:port or unix:/path')
    .optional()
    .describe(
      'ClamAV daemon that scans uploads before they’re stored, and files stored earlier. Unset: nothing is scanned.',
    ),
  S3_URL: absoluteUrl.optional().describe('S3-compatible service. Unset: files are stored under DATA_DIR.'),
  S3_BUCKET: z.string().min(1).optional().describe('Bucket for the files.'),
  S3_REGION: z.string().min(1).default('ap-southeast-2').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret key of the bucket.'),
  ...backupVariables,
  GOOGLE_CLIENT_ID: z.string().min(1).optional().describe('Google sign-in. Unset: a local issuer.'),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of the Google client.'),
  GOOGLE_ISSUER: absoluteUrl.default('https://accounts.google.com').describe('OpenID Connect issuer.'),
  STRIPE_SECRET_KEY: z.string().min(1).optional().describe('Card payments. Unset: a local stand-in.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Publishable key of the same Stripe account.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Signs what Stripe sends to /api/payment-events.'),
  TAX_RULES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file of rates, limits and due dates by income year. Unset: the table that comes with the product.',
    ),
  LODGEMENT_ASKS_MYGOV_PASSWORD: flag
    .default(false)
    .describe('Whether the lodgement form has the two myGov fields. Their values are never stored.'),
}

const environment = z.object(variables)
export type Environment = z.infer<typeof environment>

/** Thrown when a variable is wrong or missing; `message` has one line for each problem. */
export class ConfigurationError extends CannotStart {
  override name = 'ConfigurationError'
}

/**
 * Reads and checks the configuration.
 * @param env variables by name, as in `process.env`; empty strings count as unset.
 * @param required what production needs: less for commands that don't run the product.
 * @throws ConfigurationError naming every wrong or missing variable at once.
 */
export function readEnvironment(
  env: Record<string, string | undefined>,
  required: readonly ProductionSetting[] = requiredInProduction,
): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  const problems = parsed.success
    ? missingSettings(parsed.data, required)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
  if (!parsed.success || problems.length > 0) throw new ConfigurationError([...new Set(problems)].join('\n'))
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}

const requiredInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BUSINESS_ABN',
] as const satisfies (keyof Environment)[]
type ProductionSetting = (typeof requiredInProduction)[number]

const together: (keyof Environment)[][] = [
  ['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_URL', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
]

function missingSettings(values: Environment, required: readonly ProductionSetting[]): string[] {
  const unset =
    values.NODE_ENV === 'production'
      ? required
          .filter((name) => values[name] === variables[name].safeParse(undefined).data)
          .map((name) => `${name} is missing: production doesn't run with a local stand-in or a default.`)
      : []
  const isSellingWithoutAbn = isLiveKey(values.STRIPE_SECRET_KEY ?? '') && values.BUSINESS_ABN === undefined
  const nameless = isSellingWithoutAbn
    ? ['BUSINESS_ABN is missing: tax invoices for real payments need it.']
    : []
  const keyless =
    values.BACKUP_DIR !== undefined && values.BACKUP_KEY === undefined
      ? ["BACKUP_KEY is missing: it's needed with BACKUP_DIR."]
      : []
  const isBackupWithoutService =
    values.BACKUP_DIR?.startsWith('s3://') &&
    values.BACKUP_S3_URL === undefined &&
    values.S3_URL === undefined
  const serviceless = isBackupWithoutService
    ? ["BACKUP_S3_URL is missing: BACKUP_DIR is in a bucket, and there's no S3_URL either."]
    : []
  const halves = together
    .filter((group) => group.some((name) => values[name] !== undefined))
    .flatMap((group) =>
      group
        .filter((name) => values[name] === undefined)
        .map(
          (name) =>
            `${name} is missing: it's needed with ${group.filter((other) => other !== name).join(', ')}.`,
        ),
    )
  return [...unset, ...nameless, ...keyless, ...serviceless, ...halves]
}
