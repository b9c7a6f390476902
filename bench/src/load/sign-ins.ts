// Signs people in, each over and over on a line of their own, from ever other addresses; tells how many a second got in.
import { onTask } from './task.ts'
import { randomBytes } from 'node:crypto'
import { openLine } from './line.ts'

export type SignInTask = {
  url: string
  people: { email: string; password: string }[]
  seconds: number
}
export type SignInResult = { perSecond: number }

onTask(async ({ url, people, seconds }: SignInTask) => {
  const line = openLine(url, people.length)
  const began = performance.now()
  let count = 0
  await Promise.all(
    people.map(async ({ email, password }) => {
      while (performance.now() - began < seconds * 1000) {
        count++
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
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
