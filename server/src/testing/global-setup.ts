import type { TestProject } from 'vitest/node'
import { makeTemplate, startPostgres } from '#testing/postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the database `postgres` on the server the tests run on. */
    postgresUrl: string
  }
}

/** One Postgres for the whole run, with a migrated database to clone from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres()
  await makeTemplate(server.url)
  project.provide('postgresUrl', server.url)
  return server.stop
}
