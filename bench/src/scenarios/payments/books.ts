import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Figure } from '../../figures.ts'

const root = join(import.meta.dirname, '../../../..')
/**
 * `BOOKS_SEEDS=101-200 npm run bench -- books` continues where another run stopped. Each seed takes one to two minutes of one
 * core, and prints a line.
 */
const defaults = { BOOKS_SEEDS: '1-3', BOOKS_CUSTOMERS: '200', BOOKS_DAYS: '730' }

/** For each seed, simulates two years of 200 customers and checks that the books balance to the cent. */
export async function measureBooks(): Promise<Figure[]> {
  const began = performance.now()
  // oxlint-disable-next-line node/no-process-env -- the child gets our PATH and HOME, and sizes given on the command line
  const env = { ...defaults, ...process.env }
  const vitest = join(root, 'node_modules/.bin/vitest')
  const { status } = spawnSync(
    vitest,
    ['run', 'server/src/features/payments/testing/books', '--disable-console-intercept'],
    { cwd: root, env, stdio: 'inherit' },
  )
  const minutes = (performance.now() - began) / 60_000
  return [
    {
      what: `seeds ${env.BOOKS_SEEDS} of ${env.BOOKS_CUSTOMERS} customers and ${env.BOOKS_DAYS} days`,
      measured: `${minutes.toFixed(1)} minutes`,
      target: 'the books balance to the cent',
      isReached: status === 0,
    },
  ]
}
