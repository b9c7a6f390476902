import { badRequest } from './fault.ts'
import type { FormValues } from './form.ts'
import { kindOfId } from '#stripe/store/tables.ts'
import { isIncludable, present, type World } from '#stripe/store/world.ts'

type Node = Record<string, unknown>

/** The response to a call: `expand` replaces ids by the objects they name. */
export function responseOf(world: World, result: object, expand: FormValues[string] | undefined): object {
  const requested = Array.isArray(expand) ? expand : [expand]
  const paths = requested.filter((path) => typeof path === 'string').map((path) => path.split('.'))
  const node = result as Node
  if (node['object'] === 'list' && paths.length === 0)
    return { ...node, data: (node['data'] as Node[]).map((row) => present(row)) }
  return expanded(world, node, paths)
}

function expanded(world: World, node: Node, paths: string[][]): Node {
  const shown: Node = present(node)
  for (const [head, deeper] of Object.entries(Object.groupBy(paths, ([name]) => name!))) {
    const id = node[head]
    if (isIncludable(node, head) || id === null) {
      shown[head] = id
      continue
    }
    const rest = deeper!.map(([, ...path]) => path).filter((path) => path.length > 0)
    // Below a list, or in an object that's part of this one.
    if (rest.length > 0 && typeof id === 'object' && id !== null) {
      shown[head] = Array.isArray(id)
        ? id.map((row: Node) => expanded(world, row, rest))
        : expanded(world, id as Node, rest)
      continue
    }
    // The ids of products may be the account's own.
    const kind = head === 'product' ? head : typeof id === 'string' ? kindOfId(id) : undefined
    const row = kind && world.find(kind, id as string)
    if (!row) throw badRequest(`This property cannot be expanded (${head}).`, 'expand')
    shown[head] = expanded(world, row as Node, rest)
  }
  return shown
}
