// Logs people in repeatedly, each on a separate connection and from changing addresses; reports logins per second.
import { onTask } from './task.ts'
import { randomBytes } from 'node:crypto'
import { openPoster } from './poster.ts'

export type SignInTask = {
  url: string
  people: { email: string; password: string }[]
  seconds: number
}
export type SignInResult = { perSecond: number }

onTask(async ({ url, people, seconds }: SignInTask) => {
  const began = performance.now()
  let count = 0
  await Promise.all(
    people.map(async (person) => {
      const poster = openPoster(url)
      const body = JSON.stringify(person)
      while (performance.now() - began < seconds * 1000) {
        count++
        const response = await poster.post('/api/auth/signin', body, [
          `X-Forwarded-For: 10.${randomBytes(3).join('.')}`,
        ])
        if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.body}`)
      }
      poster.close()
    }),
  )
  const perSecond = count / ((performance.now() - began) / 1000)
  return { perSecond } satisfies SignInResult
})
