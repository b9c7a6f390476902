type End = () => Promise<void>

const afterTests: End[] = []
const afterFiles: End[] = []

/** Runs `end` when the test that is running, or the file when it is a hook of it, is over. */
export function afterTheTest(end: End): void {
  afterTests.push(end)
}

/** Runs `end` when the test file is over: the last that was begun ends first. */
export function afterTheFile(end: End): void {
  afterFiles.push(end)
}

export const endTest = () => endAll(afterTests)
export const endFile = () => endAll(afterFiles)

async function endAll(ends: End[]): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
