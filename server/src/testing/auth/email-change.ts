import { api } from '@docketbox/contract'
import { elsewhere, type Person, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'

/** How many mails of earlier changes each address has. */
type Past = { toOld?: number; toNew?: number }

/** Changes of email addresses, each step from another network. */
export function emailChanges(server: () => TestServer, password: string) {
  const press = (token: string) => ({ body: { token } })

  async function tokens(from: string, to: string, past: Past = {}) {
    const { outbox } = server()
    const [fresh, old] = await Promise.all([
      outbox.waitFor(to, { subject: 'Confirm', past: past.toNew ?? 0 }),
      outbox.waitFor(from, { subject: 'about to change', past: past.toOld ?? 0 }),
    ])
    const inside = (mail: Parameters<typeof linkIn>[0]) =>
      new URLSearchParams(new URL(linkIn(mail, 'http://docketbox.test/change-email')).hash.slice(1))
    return { confirm: inside(fresh).get('confirm')!, keep: inside(old).get('keep')! }
  }

  const changes = {
    ask: (
      person: Person,
      email: string,
      proof: { password?: string; secondFactor?: string } = { password },
    ) => server().call(api.profile.changeEmail, { body: { ...proof, email } }, person),
    /** The tokens of the links mailed to both addresses. */
    tokens,
    confirm: (token: string) => server().call(api.profile.confirmEmail, press(token), undefined, elsewhere()),
    keep: (token: string) => server().call(api.profile.keepEmail, press(token), undefined, elsewhere()),
    /** Changes the address. @returns the tokens of both links. */
    move: async (person: Person, from: string, to: string, past: Past = {}) => {
      const asked = await changes.ask(person, to)
      if (asked.status !== 200) throw new Error(`The change was refused: ${JSON.stringify(asked.body)}`)
      const mailed = await tokens(from, to, past)
      await changes.confirm(mailed.confirm)
      return mailed
    },
  }
  return changes
}
