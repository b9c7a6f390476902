import { databaseUrl, startTestPostgres } from '#testing/postgres'
import { writeRowTypes } from '#testing/row-types'

const server = await startTestPostgres()
await writeRowTypes(databaseUrl(server.url, server.template))
await server.stop()
