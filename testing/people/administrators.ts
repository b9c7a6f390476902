import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { api } from '@docketbox/contract'
import { authenticatorCode } from './authenticator.ts'
import { callApi } from '../product/api.ts'
import { type SignedInPerson, signInByApi, newPersonDetails } from './people.ts'

const root = join(import.meta.dirname, '../..')

/** Creates a Super Admin on the command line and sets up two-step login. */
export async function addSuperAdmin(url: string, dataDir: string): Promise<SignedInPerson> {
  const { email, password, ...name } = newPersonDetails({ firstName: 'Olga', lastName: 'Root' })
  await runAdmin(
    dataDir,
    ['create', '--email', email, '--role', 'Super Admin', '--first-name', name.firstName],
    {
      ADMIN_PASSWORD: password,
    },
  )
  const signedIn = await signInByApi(url, { ...name, email, password })
  const caller = { token: signedIn.token }
  const { secret } = await callApi(url, api.profile.beginSecondFactor, { body: { password } }, caller)
  const code = authenticatorCode(secret, new Date())
  await callApi(url, api.profile.confirmSecondFactor, { body: { code } }, caller)
  return { ...signedIn, session: { ...signedIn.session, hasSecondFactor: true } }
}

/** `npm run admin -- …` on the data of a running product. */
async function runAdmin(dataDir: string, args: string[], env: Record<string, string>): Promise<void> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['server/src/admin.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`npm run admin -- ${args[0]} ended with ${code}: ${errors}`)
}
