import { readFile } from 'node:fs/promises'
import { defaultTaxRules, type TaxRules, taxRules } from '@docketbox/contract'
import { ConfigurationError, type Environment } from './environment.ts'

const MAX_PROBLEMS = 10

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
  const parsed = taxRules.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) =>
    problem(`is wrong${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${message}`),
  )
  throw new ConfigurationError(problems.slice(0, MAX_PROBLEMS).join('\n'))
}

/** @returns undefined for what isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch {
    return undefined
  }
}
