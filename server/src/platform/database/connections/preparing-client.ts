import pg from 'pg'

/** Statements built from lists differ in length, so their number is bounded; further ones run unprepared. */
const MAX_STATEMENTS = 500
const FEATURE_NOT_SUPPORTED = '0A000'

/** A connection that prepares every statement with parameters once. */
export class PreparingClient extends pg.Client {
  /** Of prepared statements, by their text. */
  readonly #names = new Map<string, string>()
  #prepared = 0

  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const run = super.query.bind(this) as (...all: unknown[]) => unknown
    const isPrepared =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
    if (!isPrepared) return run(text, values, ...rest)
    const name = this.#nameOf(text)
    if (!name) return run(text, values)
    return (run({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error
      // Every statement is prepared again.
      this.#names.clear()
      // In a transaction the statement can't be repeated alone: inTransaction repeats it all.
      if (this.getTransactionStatus() !== 'I') throw error
      return run(text, values)
    })
  }) as pg.Client['query']

  #nameOf(text: string): string | undefined {
    const existing = this.#names.get(text)
    if (existing || this.#prepared === MAX_STATEMENTS) return existing
    const name = `docketbox_${++this.#prepared}`
    this.#names.set(text, name)
    return name
  }
}

/** Whether a migration changed the columns that a prepared `select *` returns. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  return code === FEATURE_NOT_SUPPORTED && routine === 'RevalidateCachedQuery'
}
