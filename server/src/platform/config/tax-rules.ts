import { readFile } from 'node:fs/promises'
import { defaultTaxRules, type TaxRules, taxRules } from '@docketbox/contract'
import { ConfigurationError, type Environment } from './environment.ts'

/**
 * The rules of each income year, from `TAX_RULES_FILE` or the table that comes with the product.
 * @throws ConfigurationError naming every wrong figure, when the file can't be read or isn't a table of rules.
 */
export async function readTaxRules({
  TAX_RULES_FILE,
}: Pick<Environment, 'TAX_RULES_FILE'>): Promise<TaxRules> {
  if (TAX_RULES_FILE === undefined) return defaultTaxRules
  const problem = (text: string) => `TAX_RULES_FILE ${TAX_RULES_FILE} ${text}.`
  const text = await readFile(TAX_RULES_FILE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(problem(`can't be read: ${error.code}`))
  })
  const table = parseJson(text, (message) => new ConfigurationError(problem(`isn't JSON: ${message}`)))
  const parsed = taxRules.safeParse(table)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) =>
    problem(`is wrong${path.length > 0 ? ` at ${pathOf(table, path)}` : ''}: ${message.replace(/\.$/, '')}`),
  )
  throw new ConfigurationError(problems.join('\n'))
}

function parseJson(text: string, errorOf: (message: string) => Error): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    throw errorOf((error as SyntaxError).message)
  }
}

/** Names the income year in place of its position: `2025-26.carCentsPerKm.value`. */
function pathOf(table: unknown, [position, ...rest]: readonly PropertyKey[]): string {
  const year = (table as { incomeYear?: unknown }[])[Number(position)]?.incomeYear
  return [typeof year === 'string' ? year : position, ...rest].join('.')
}
