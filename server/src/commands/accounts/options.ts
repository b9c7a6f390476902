import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { CannotStart } from '#platform/config/cannot-start.ts'

/** The options of a command about an account, and its `--email`. @throws CannotStart if that's missing, or one is unknown. */
export function optionsIn<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  const values = parse(args, { ...options, email: { type: 'string' } } as const)
  const { email } = values as { email?: string }
  if (!email) throw new CannotStart('--email is missing.')
  return { ...values, email }
}

function parse<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options }).values
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new CannotStart(thrown.message)
    throw thrown
  }
}
