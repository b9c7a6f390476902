import type { FileType } from '@docketbox/contract'

export type FileProperties = {
  type: FileType
  /** In pixels, with the picture upright. */
  width: number | null
  height: number | null
  /** `image`: can be shown; `locked`: a PDF with a password; `none`: a Word document. */
  preview: 'image' | 'locked' | 'none'
  /** The local day recorded in a photo. */
  takenOn: string | null
}

export type Problem =
  | 'emptyFile'
  | 'wrongType'
  | 'macros'
  | 'externalTemplate'
  | 'embeddedProgram'
  | 'damagedImage'
  | 'tooManyPixels'
  | 'damagedDocument'

/** A file we don't accept; `problem` is the name of the refusal. */
export class UnacceptableFile extends Error {
  override name = 'UnacceptableFile'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}
