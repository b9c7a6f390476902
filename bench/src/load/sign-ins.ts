// Signs people in, over and over, each time from another address, and tells how many a second got in.
import { onTask } from './task.ts'
import { openLine } from './line.ts'

export type SignInTask = {
  url: string
  people: { email: string; password: string }[]
  connections: number
  seconds: number
}
export type SignInResult = { perSecond: number }

onTask(async ({ url, people, connections, seconds }: SignInTask) => {
  const line = openLine(url, connections)
  const began = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const at = count++
        const { email, password } = people[at % people.length]!
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
        }
        const body = JSON.stringify({ email, password })
        const answer = await line.ask({ method: 'POST', path: '/api/auth/signin', headers, body })
        if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.body.toString()}`)
      }
    }),
  )
  const perSecond = count / ((performance.now() - began) / 1000)
  line.close()
  return { perSecond } satisfies SignInResult
})
