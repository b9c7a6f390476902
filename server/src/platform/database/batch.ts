import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Asks for many keys with one question: all that are asked for in one turn of the event loop, or while an answer is
 * on its way. The next question is put after that, so that nobody gets an answer older than their own asking.
 * @param ask answers what it knows; a key without an answer gets undefined.
 */
export function inBatches<Key, Value>(
  ask: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Map<Key, PromiseWithResolvers<Value | undefined>> | undefined
  let isAsking = false

  async function askWaiting(): Promise<void> {
    isAsking = true
    while (waiting) {
      await endOfTurn()
      const batch = waiting
      waiting = undefined
      await ask([...batch.keys()]).then(
        (answers) => batch.forEach(({ resolve }, key) => resolve(answers.get(key))),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
    }
    isAsking = false
  }

  return (key) => {
    waiting ??= new Map()
    const known = waiting.get(key)
    if (known) return known.promise
    const answer = Promise.withResolvers<Value | undefined>()
    waiting.set(key, answer)
    if (!isAsking) void askWaiting()
    return answer.promise
  }
}
