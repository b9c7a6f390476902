export const isDebianRoot: boolean
export function installPackages(...names: string[]): void
export function runQuietly(command: string, ...args: string[]): void
