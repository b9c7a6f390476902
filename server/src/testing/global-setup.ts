import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './database/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database on the server the tests run on; they create their own beside it. */
    postgresUrl: string
    /** Name of the migrated database to clone. */
    templateDatabase: string
  }
}

/** One Postgres for the whole run: an embedded one, or the server that TEST_DATABASE_URL or DATABASE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  const server = await startTestPostgres(url)
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', server.template)
  return server.stop
}
