import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Ran = { code: number; output: string; seconds: number }

/** A tool sees only a pipe, and colours what a file or another program is to read, or nothing at all, when left to guess. */
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

const running = new Set<ReturnType<typeof spawn>>()

/** Runs a tool of node_modules from the top folder; what it prints is kept, and shown at once when `live`. */
export function runTool(
  command: readonly string[],
  { live = false, cwd = root, env = {} }: { live?: boolean; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const [tool = '', ...args] = command
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env['PATH']].join(
    delimiter,
  )
  const child = spawn(tool, args, {
    cwd,
    env: { ...process.env, ...colour, ...env, PATH: path },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (live) process.stdout.write(text)
    })
  }
  const end = (code: number) => {
    running.delete(child)
    resolve({ code, output, seconds: (performance.now() - began) / 1000 })
  }
  child.on('error', (error) => {
    output += `${tool} could not be started: ${error.message}\n`
    end(127)
  })
  child.on('close', (code, signal) => {
    if (signal) output += `${tool} was ended by ${signal}\n`
    end(code ?? 1)
  })
  return promise
}

/** Ends every tool that still runs, for an interrupted run. */
export function endTools(): void {
  for (const child of running) child.kill('SIGTERM')
}
