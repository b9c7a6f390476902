// A minimal Fastify server: one route, a constant response.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
