// Checks the types of every workspace. The root's project covers scripts, testing, e2e and bench.
import { join } from 'node:path'
import { root, runTool, type ToolResult } from './run-tool.ts'

const projects = ['.', 'contract', 'server', 'web', 'local']
/** What a check has found: the next one only checks what has changed. */
const cache = join(root, 'node_modules/.cache/docketbox-types')

const results = await Promise.all(projects.map(checkTypes))
for (const { output } of results) if (output) process.stdout.write(output)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

async function checkTypes(project: string): Promise<ToolResult> {
  if (project === 'web') {
    const typegen = await runTool(['react-router', 'typegen'], { cwd: join(root, project) })
    if (typegen.code !== 0) return typegen
  }
  const buildInfo = join(cache, project === '.' ? 'root.tsbuildinfo' : `${project}.tsbuildinfo`)
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo]
  return runTool([
    'tsc',
    '--noEmit',
    ...incremental,
    '--pretty',
    'false',
    '-p',
    join(project, 'tsconfig.json'),
  ])
}
