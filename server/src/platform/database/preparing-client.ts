import pg from 'pg'

const names = new Map<string, string>()

/**
 * Has each connection keep the plan of a statement from its first run on.
 * @param text as it is sent; texts are remembered for good, so there must be few of them.
 */
export function keepPlanOf(text: string): void {
  if (!names.has(text)) names.set(text, `kept_${names.size + 1}`)
}

/** A connection that keeps the plans of such statements. */
export class PlanKeepingClient extends pg.Client {
  override query = ((asked: string | pg.QueryConfig, ...rest: [unknown[]]) => {
    const name = typeof asked === 'string' ? names.get(asked) : undefined
    return super.query(name === undefined ? asked : { name, text: asked as string }, ...rest)
  }) as pg.Client['query']
}
