import { databaseUrl, makeTemplate, startPostgres, TEMPLATE } from '#testing/postgres'
import { writeRowTypes } from '#testing/row-types'

const server = await startPostgres()
await makeTemplate(server.url)
await writeRowTypes(databaseUrl(server.url, TEMPLATE))
await server.stop()
