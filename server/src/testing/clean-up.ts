type End = () => Promise<void>

const afterTests: End[] = []
const afterFiles: End[] = []

/** Runs `end` after the current test. */
export function afterTheTest(end: End): void {
  afterTests.push(end)
}

/** Runs `end` after the current file, in reverse order. */
export function afterTheFile(end: End): void {
  afterFiles.push(end)
}

export const endTest = () => endAll(afterTests)
export const endFile = () => endAll(afterFiles)

async function endAll(ends: End[]): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
