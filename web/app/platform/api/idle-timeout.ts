/** A line can be dead without anybody being told, as where a phone has bars and nothing comes through. */
const LONGEST_MS = 90_000

/**
 * Gives up once nothing was heard for too long.
 * @returns `heard` begins the wait again, `end` ends it.
 */
export function onSilence(giveUp: () => void): { heard: () => void; end: () => void } {
  let timer = setTimeout(giveUp, LONGEST_MS)
  return {
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, LONGEST_MS)
    },
    end: () => clearTimeout(timer),
  }
}
