import { z } from 'zod'

const id = z.uuid()

/** Whether a text that came back from the provider can be one of our keys. */
export function isOwnId(text: string | null | undefined): text is string {
  return id.safeParse(text).success
}
