import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run-tool.ts'

export type TestCount = { passed: number; failed: number; skipped: number; failures: string[] }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

/** Counts the tests in a Vitest JSON report. A run that ended with an error never counts as passed. */
export async function readVitest(file: string, exitCode: number): Promise<TestCount> {
  const count = none()
  const report = await readReport<VitestReport>(file)
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const path = relative(root, name)
    for (const test of assertionResults) {
      if (test.status === 'passed') count.passed++
      else if (test.status === 'failed') fail(count, `${path} > ${test.fullName}`, test.failureMessages)
      else count.skipped++
    }
    const hasFailedTest = assertionResults.some((test) => test.status === 'failed')
    if (status === 'failed' && !hasFailedTest) fail(count, path, [message])
  }
  return settle(count, exitCode, 'vitest')
}

/** Counts the tests in a Playwright JSON report. */
export async function readPlaywright(file: string, exitCode: number): Promise<TestCount> {
  const count = none()
  const report = await readReport<PlaywrightReport>(file)
  for (const error of report?.errors ?? []) fail(count, 'playwright', [error.message ?? ''])
  for (const spec of report?.suites.flatMap(specsOf) ?? []) {
    for (const test of spec.tests) {
      if (test.status === 'expected') count.passed++
      else if (test.status === 'skipped') count.skipped++
      else {
        const messages = test.results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        fail(count, `${spec.file} > ${spec.title}`, messages)
      }
    }
  }
  return settle(count, exitCode, 'playwright')
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)]
}

function settle(count: TestCount, exitCode: number, tool: string): TestCount {
  if (exitCode !== 0 && count.failed === 0)
    fail(count, `${tool} ended with exit code ${exitCode}`, ['See its output above.'])
  return count
}

function none(): TestCount {
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

function fail(count: TestCount, title: string, messages: string[]): void {
  count.failed++
  const body = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 25).join('\n')
  count.failures.push(`${title}\n${body}`)
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}
