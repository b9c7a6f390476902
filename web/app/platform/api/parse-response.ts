import type { z } from 'zod'

/** Parses a response, ignoring fields that a newer version of the server has added. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, json: unknown) {
  const result = schema.safeParse(json)
  const issues = result.error?.issues ?? []
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  if (unknown.length === 0 || unknown.length < issues.length) return result
  for (const { path, keys } of unknown) for (const key of keys) remove(json, [...path, key])
  return schema.safeParse(json)
}

function remove(value: unknown, [key, ...rest]: PropertyKey[]): void {
  const parent = value as Record<PropertyKey, unknown>
  if (rest.length === 0) delete parent[key!]
  else remove(parent[key!], rest)
}
