import type { FileType } from '@docketbox/contract'

/** What the content of a file says about it. */
export type FileProperties = {
  type: FileType
  /** Pixels as a person sees them, upright. */
  width: number | null
  height: number | null
  /** `image` can be shown, `none` cannot; a PDF with a password is `locked`. */
  preview: 'image' | 'locked' | 'none'
  /** The local day a photo says it was taken. */
  takenOn: string | null
}

export type Problem =
  | 'emptyFile'
  | 'wrongType'
  | 'macros'
  | 'damagedImage'
  | 'tooManyPixels'
  | 'damagedDocument'

/** Why a file is refused; the service turns it into the refusal of that name. */
export class UnacceptableFile extends Error {
  override name = 'UnacceptableFile'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}
