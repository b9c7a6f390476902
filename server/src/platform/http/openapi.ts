import {
  type Endpoint,
  isAdminRight,
  isFile,
  isRedirect,
  commonRefusals,
  refusalBody,
  type RefusalSpec,
} from '@docketbox/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the given endpoints. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, url }: { title: string; url: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: schemaOf(refusalBody, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const slice = /^\/api\/(?:auth\/)?([\w-]+)/.exec(endpoint.path)![1]!
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}_${endpoint.path.slice(5).replace(/\W+/g, '_')}`,
    tags: [slice],
    'x-right': endpoint.right,
    ...(endpoint.guests && { 'x-guests': true }),
    ...(endpoint.right !== 'public' && { security: [{ session: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: contentOf(endpoint.body) } }),
    responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key answers with the result of the first call.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
}

function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function contentOf(body: NonNullable<Endpoint['body']>): Json {
  if (!isFile(body)) return { 'application/json': { schema: schemaOf(body, 'input') } }
  const properties = { file: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } }
}

function successOf({ status = 200, response }: Endpoint): Json {
  if (isRedirect(response)) return { 302: { description: 'Found: follow Location.' } }
  // Files have their own types, such as application/zip.
  const content = isFile(response)
    ? { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    : { 'application/json': { schema: schemaOf(response, 'output') } }
  return { [status]: { description: 'Done.', content } }
}

function refusalsOf(endpoint: Endpoint): Json {
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body
  const { body, cost, guests, limits, refusals = [], right } = endpoint
  const isPublic = right === 'public'
  const isForAdmins = !isPublic && isAdminRight(right)
  const specs = new Set<RefusalSpec>([
    ...(takesInput ? [commonRefusals.invalidInput] : []),
    ...(isPublic ? [] : [commonRefusals.signInRequired, commonRefusals.notAllowed]),
    ...(isForAdmins ? [commonRefusals.secondFactorNeeded] : []),
    ...(isPublic || isForAdmins || guests ? [] : [commonRefusals.noSuchAddress]),
    ...(body ? [commonRefusals.malformed, commonRefusals.tooLarge, commonRefusals.unsupportedType] : []),
    ...(isPublic && !limits ? [] : [commonRefusals.tooManyRequests]),
    ...(cost === 'archive' ? [commonRefusals.downloadRunning] : []),
    ...refusals,
    commonRefusals.unexpected,
    commonRefusals.unavailable,
  ])
  const byStatus = Object.groupBy(specs, ({ status }) => String(status))
  const answers = Object.entries(byStatus).map(([status, group = []]) => [
    status,
    {
      description: group.map(({ code, message }) => `${code}: ${message}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ])
  return Object.fromEntries(answers) as Json
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
