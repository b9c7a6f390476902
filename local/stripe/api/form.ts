import { badRequest } from './fault.ts'

export type FormValues = { [name: string]: string | FormValues | (string | FormValues)[] }

/** Reads `a[b][0]=v` into nested objects; an object whose keys are all numbers (or empty) becomes a list. */
export function decodeForm(text: string): FormValues {
  const root: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    let at = root
    for (const key of path.slice(0, -1)) {
      const step = key === '' ? String(at.size) : key
      const next = at.get(step) ?? new Map<string, Tree | string>()
      if (typeof next === 'string') throw badRequest(`Invalid object: ${name}`, name)
      at.set(step, next)
      at = next
    }
    const last = path.at(-1)!
    at.set(last === '' ? String(at.size) : last, value)
  }
  return plain(root) as FormValues
}

type Tree = Map<string, Tree | string>

function pathOf(name: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!parts) throw badRequest(`Invalid parameter name: ${name}`, name)
  const inner = [...parts[2]!.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!)
  const path = [parts[1]!, ...inner]
  if (path.includes('__proto__'))
    throw badRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
  return path
}

function plain(tree: Tree): FormValues | (string | FormValues)[] {
  const entries = [...tree].map(
    ([key, value]) => [key, typeof value === 'string' ? value : plain(value)] as const,
  )
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  if (isList)
    return entries
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, value]) => value as string | FormValues)
  return Object.fromEntries(entries) as FormValues
}
