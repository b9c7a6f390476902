export const noChromium: string
export function findChromium(): string | undefined
export function ensureChromium(say: (sentence: string) => void): Promise<void>
