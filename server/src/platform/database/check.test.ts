import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, runOn } from '#testing/database/postgres.ts'
import { checkDatabase } from './check.ts'
import { openDatabase } from './database.ts'

test('names the missing extension if the database user may not create it', async () => {
  const server = inject('postgresUrl')
  const name = `limited_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} template template0`)
  await runOn(server, `create role ${name}`)
  const { db, close } = openDatabase(databaseUrl(server, name), {
    maxConnections: 1,
    onLost: () => undefined,
  })
  onTestFinished(async () => {
    await close()
    await runOn(server, `drop database ${name}`)
    await runOn(server, `drop role ${name}`)
  })
  await sql`set role ${sql.ref(name)}`.execute(db)
  await expect(checkDatabase(db)).rejects.toThrow(
    'Docketbox needs the Postgres extension pg_trgm, which this database user can’t create (permission denied to create extension "pg_trgm"): have an administrator of the database run “create extension pg_trgm”.',
  )
  await sql`reset role`.execute(db)
  expect(await checkDatabase(db)).toMatch(/^\d+\.\d+/)
})
