/** A problem at start that the operator can fix. Only `message` is printed, and the exit code is 1. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Says in one sentence which file or folder can't be used. @returns undefined for any other error. */
export function explainError(error: unknown): string | undefined {
  if (error instanceof CannotStart) return error.message
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return `The disk that holds ${path ?? 'DATA_DIR'} is full: free some space, then try again.`
  const isForOperator = /^(EACCES|EPERM|EROFS|EIO|EDQUOT|EEXIST|ENOTDIR|EISDIR)$/.test(code) && path
  return isForOperator ? `${path} can’t be used (${code}).` : undefined
}
