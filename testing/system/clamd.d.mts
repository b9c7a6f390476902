/** The ClamAV daemon's program, if it's installed. */
export function findClamd(): string | undefined
export function ensureClamd(say: (sentence: string) => void): void
