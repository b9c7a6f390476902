import { z } from 'zod'

/** The ID of a stored record. On its own, so that the screens before login don’t load the income years with it. */
export const uuid = z.uuid('This isn’t a valid ID.')
