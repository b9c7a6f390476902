import { databaseUrl, startTestPostgres } from './postgres.ts'
import { writeRowTypes } from './row-types.ts'

const server = await startTestPostgres()
await writeRowTypes(databaseUrl(server.url, server.template))
await server.stop()
