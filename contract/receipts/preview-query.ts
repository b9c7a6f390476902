import { z } from 'zod'

/** How to show a file. */
export const previewQuery = {
  /** `thumbnail` fits 160 pixels, `page` fits 1600. */
  size: z.enum(['thumbnail', 'page']).default('page'),
  /** `true`: retry if rendering failed before. */
  again: z.enum(['true', 'false']).optional(),
}
