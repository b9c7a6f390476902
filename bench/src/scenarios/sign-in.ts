import { availableParallelism } from 'node:os'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, percentile, round } from '../figures.ts'
import { inChild } from '../load/task.ts'
import type { LatencyResult, LatencyTask } from '../load/latency.ts'
import type { SignInResult, SignInTask } from '../load/sign-ins.ts'

const ROUNDS = 5
const SECONDS = 4
const PEOPLE = 16
/** Node's default number of threads. */
const NODE_THREADS = 4
/** The optional tuning of docs/operations.md. */
const TUNED_MEMORY = { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1' }

/** Logging in costs little more than its password hash, and doesn't slow down other requests. */
export async function measureSignIn(product: BenchProduct): Promise<Figure[]> {
  const people: SignedInPerson[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await product.addPerson())
  const reader = people[0]!
  await product.seedReceipts(reader._id, 200)
  const signIn = () =>
    inChild<SignInTask, SignInResult>('sign-ins.ts', {
      url: product.url,
      people: people.map(({ email, password }) => ({ email, password })),
      seconds: SECONDS,
    })
  const readMeanwhile = () =>
    inChild<LatencyTask, LatencyResult>('latency.ts', {
      url: product.url,
      path: '/api/user-ticketing?page=1&limit=50',
      token: reader.token,
      seconds: SECONDS,
    })

  const hash = async (atOnce: number, env: Record<string, string> = {}) => {
    const task = { seconds: SECONDS, atOnce }
    return (await inChild<object, { perSecond: number }>('argon2.ts', task, env)).perSecond
  }

  // A warm-up, so both sides have compiled their hot paths.
  await signIn()
  const raw: number[] = []
  const tuned: number[] = []
  const rates: number[] = []
  const quiet: number[] = []
  const busy: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    raw.push(await hash(NODE_THREADS))
    tuned.push(await hash(availableParallelism(), TUNED_MEMORY))
    rates.push((await signIn()).perSecond)
    quiet.push(...(await readMeanwhile()).milliseconds)
    const [, meanwhile] = await Promise.all([signIn(), readMeanwhile()])
    busy.push(...meanwhile.milliseconds)
  }
  const [rate, bare, best] = [median(rates), median(raw), median(tuned)]
  const share = (floor: number) => `${round(floor)}/s, ${Math.round((100 * rate) / floor)}%`
  const latency = (times: number[]) =>
    `${round(median(times))} ms, 95 % under ${round(percentile(times, 0.95))} ms`
  return [
    {
      what: 'sign-ins',
      measured: `${round(rate)}/s`,
      floor: `raw argon2id ${share(bare)}; as many as cores, with tuned memory, ${share(best)}`,
      target: 'at least 90%',
      isReached: rate >= 0.9 * bare,
    },
    {
      what: 'a listing meanwhile',
      measured: latency(busy),
      floor: `alone ${latency(quiet)}`,
      target: 'median under 10 ms',
      isReached: median(busy) < 10,
    },
  ]
}
