import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, runOn } from '#testing/database/postgres.ts'
import { checkDatabase } from './check.ts'
import { openDatabase } from './database.ts'

test('names what the database user may not do', async () => {
  const { name, db } = await openNew("encoding 'UTF8'")
  const server = inject('postgresUrl')
  await runOn(server, `create role ${name}`)
  onTestFinished(() => runOn(server, `drop role ${name}`))
  await sql`set role ${sql.ref(name)}`.execute(db)
  const notOwner =
    'DATABASE_URL names a user who may not create tables and schemas in the database: make that user its owner.'
  await expect(checkDatabase(db)).rejects.toThrow(notOwner)
  // Since Postgres 15, this doesn't include the schema.
  await runOn(server, `grant all privileges on database ${name} to ${name}`)
  await expect(checkDatabase(db)).rejects.toThrow(notOwner)
  await runOn(server, `revoke all privileges on database ${name} from ${name}`)

  await sql`reset role; create schema pgboss; grant create on schema public to ${sql.ref(name)}; set role ${sql.ref(name)}`.execute(
    db,
  )
  await expect(checkDatabase(db)).rejects.toThrow(
    'Docketbox needs the Postgres extension pg_trgm, which this database user can’t create (permission denied to create extension "pg_trgm"): have an administrator of the database run “create extension pg_trgm”.',
  )
  await sql`reset role`.execute(db)
  expect(await checkDatabase(db)).toMatch(/^\d+\.\d+/)
  await sql`set role ${sql.ref(name)}`.execute(db)
  expect(await checkDatabase(db)).toMatch(/^\d+\.\d+/)
  await sql`reset role; drop owned by ${sql.ref(name)}`.execute(db)
})

test.each(['SQL_ASCII', 'LATIN1'])('refuses a database with the encoding %s', async (encoding) => {
  const { db } = await openNew(`encoding '${encoding}' locale 'C'`)
  await expect(checkDatabase(db)).rejects.toThrow(
    `DATABASE_URL names a database with the encoding ${encoding}, but Docketbox needs UTF8: create one with “encoding 'UTF8' template template0”.`,
  )
})

/** A database without extensions, on one connection. */
async function openNew(options: string) {
  const server = inject('postgresUrl')
  const name = `checked_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} ${options} template template0`)
  const { db, close } = openDatabase(databaseUrl(server, name), {
    maxConnections: 1,
    onLost: () => undefined,
  })
  onTestFinished(async () => {
    await close()
    await runOn(server, `drop database ${name}`)
  })
  return { name, db }
}
