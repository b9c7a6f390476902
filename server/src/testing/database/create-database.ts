import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, runOn } from './postgres.ts'

/** A migrated database for one test file. */
export function cloneDatabase() {
  return createDatabase(inject('templateDatabase'))
}

/** An empty database unless there's a template. */
export async function createDatabase(
  template = 'template0',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a third of the time that writing each page to the log does.
  await runOn(serverUrl, `create database ${name} encoding 'UTF8' template ${template} strategy file_copy`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => runOn(serverUrl, `drop database ${name} with (force)`),
  }
}
