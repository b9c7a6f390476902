import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { type Ran, root, runTool } from './run-tool.ts'

const projects = ['.', 'contract', 'server', 'web', 'local', 'testing', 'e2e', 'bench']

const results = await Promise.all(projects.map(checkTypes))
for (const { output } of results) if (output) process.stdout.write(output)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

async function checkTypes(project: string): Promise<Ran> {
  const cwd = join(root, project)
  if (!hasSources(cwd)) return { code: 0, output: '', seconds: 0 }
  if (existsSync(join(cwd, 'app/routes.ts'))) {
    const typegen = await runTool(['react-router', 'typegen'], { cwd })
    if (typegen.code !== 0) return typegen
  }
  return runTool(['tsc', '--noEmit', '--pretty', 'false', '-p', join(project, 'tsconfig.json')])
}

/** A workspace that is still empty has nothing to check; the compiler would call that an error. */
function hasSources(cwd: string): boolean {
  const exclude = ['**/node_modules/**', '**/build/**', 'vitest.config.ts']
  return globSync('**/*.{ts,tsx}', { cwd, exclude }).length > 0
}
