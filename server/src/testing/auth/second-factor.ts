import { api } from '@docketbox/contract'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { elsewhere, type Person, type TestServer } from '#testing/harness.ts'
import { givePassword } from './password.ts'

const password = 'kettle magpie tram'

/** Actions with a second factor, on a server with `TRUST_PROXY: 'true'`. */
export function secondFactors(server: TestServer) {
  const signIn = (email: string, secondFactor?: string) =>
    server.call(
      api.auth.signIn,
      { body: { email, password, ...(secondFactor !== undefined && { secondFactor }) } },
      undefined,
      elsewhere(),
    )
  return {
    password,
    signIn,
    /** Moves the clock forward. */
    later: (seconds: number) => server.setNow(new Date(server.deps.now().getTime() + seconds * 1000)),
    /** A user with a password, signed in without a second factor. */
    async member(email: string, role: 'User' | 'Admin' = 'User'): Promise<Person> {
      const person = await server.addUser(email, { role })
      await givePassword(server.deps, person, password)
      return personIn(await signIn(email))
    },
    personIn,
    /** Turns the second factor on, as the set-up screen does. */
    async setUp(person: Person) {
      const begun = await server.call(api.profile.beginSecondFactor, { body: { password } }, person)
      const { secret, uri } = begun.body
      const code = authenticatorCode(secret, server.deps.now())
      const { body } = await server.call(api.profile.confirmSecondFactor, { body: { code } }, person)
      return { secret, uri, recoveryCodes: body.recoveryCodes }
    },
  }
}

function personIn({
  body,
}: {
  body: { _id: string; email: string; role: Person['role']; token: string }
}): Person {
  return { id: body._id, email: body.email, role: body.role, token: body.token }
}
