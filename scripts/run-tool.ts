import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type ToolResult = { code: number; output: string }

/** Tools see only a pipe, and left to guess would colour output meant for files or other programs. */
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** Workers, products and commands load the same modules again and again. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/docketbox') }

const running = new Set<ReturnType<typeof spawn>>()

type RunOptions = {
  /** Also shows the output straight away. */
  live?: boolean
  /** Runs at a lower priority than everything else. */
  isPatient?: boolean
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a tool from node_modules in the root folder and collects its output. */
export function runTool(
  command: readonly string[],
  { live = false, isPatient = false, cwd = root, env = {} }: RunOptions = {},
): Promise<ToolResult> {
  const [tool = '', ...args] = command
  const { promise, resolve } = Promise.withResolvers<ToolResult>()
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env['PATH']].join(
    delimiter,
  )
  const child = spawn(tool, args, {
    cwd,
    env: { ...process.env, ...colour, ...compileCache, ...env, PATH: path },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (live) process.stdout.write(text)
    })
  }
  const finish = (code: number) => {
    running.delete(child)
    resolve({ code, output })
  }
  child.on('error', (error) => {
    output += `${tool} couldn't be started: ${error.message}\n`
    finish(127)
  })
  child.on('close', (code, signal) => {
    if (signal) output += `${tool} was ended by ${signal}\n`
    finish(code ?? 1)
  })
  return promise
}

/** Ends every tool that is still running, when the run is interrupted. */
export function endTools(): void {
  for (const child of running) child.kill('SIGTERM')
}
