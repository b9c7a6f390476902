export const noChromium: string
export function findChromium(): string | undefined
export function installChromium(say: (sentence: string) => void): Promise<void>
