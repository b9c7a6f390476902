import { spawn } from 'node:child_process'
import { asIdentity, type Identity } from './identity.ts'

/** Nothing of our own environment reaches Postgres: PGDATA, PGOPTIONS or a locale there would change what it does. */
export const cleanEnvironment = { LC_ALL: 'C' }

type Run = { identity: Identity | undefined; args: string[]; input?: string }

/** Runs a program of Postgres to its end. */
export async function runProgram(
  file: string,
  { identity, args, input = '' }: Run,
): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(file, args, { ...asIdentity(identity), cwd: '/', env: cleanEnvironment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  child.on('error', (error) => {
    output += error.message
    resolve(127)
  })
  child.on('close', (code) => resolve(code ?? 1))
  child.stdin.on('error', () => undefined).end(input)
  return { code: await promise, output }
}
