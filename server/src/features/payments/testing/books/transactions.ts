import type { Db } from '#platform/database/database.ts'

export type Transactions = ReturnType<typeof watchTransactions>

/** The database, with what's to be done once a transaction commits: nothing is if it rolls back. */
export function watchTransactions(database: Db) {
  const begun = new WeakMap<Db, (() => void)[]>()

  /** Does something after `db` commits, or immediately if it's no transaction. */
  const onCommit = (db: Db, work: () => void): void => {
    const works = begun.get(db)
    if (works) works.push(work)
    else work()
  }
  const execute = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const works: (() => void)[] = []
    const result = await database.transaction().execute((db) => {
      begun.set(db, works)
      return work(db)
    })
    for (const one of works) one()
    return result
  }
  const db = new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db, onCommit }
}
