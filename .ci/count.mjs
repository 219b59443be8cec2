// node .ci/count.mjs REPORT STATUS FAILURES: prints "passed failed skipped" from vitest's JSON report and its
// exit status, and appends what failed, and why, to the file FAILURES: the run prints that again at its end,
// since nobody reads ten thousand lines to find one.
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [path = '', status = '1', failures = ''] = process.argv.slice(2)
const report = JSON.parse(readFileSync(path, 'utf8'))
// A file that does not even load has no tests to fail, and counts as one; so does an error outside of any
// test.
const broken = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length
let failed = report.numFailedTests + broken
if (failed === 0 && status !== '0') failed = 1
process.stdout.write(`${report.numPassedTests} ${failed} ${report.numPendingTests + report.numTodoTests}\n`)

/** The first lines of a message, without colours. */
const firstLines = (message) => stripVTControlCharacters(message).split('\n').slice(0, 8).join('\n    ')

for (const file of report.testResults) {
  if (file.status !== 'failed') continue
  const name = relative(process.cwd(), file.name)
  if (file.assertionResults.length === 0) appendFileSync(failures, `${name}\n    ${firstLines(file.message)}\n`)
  for (const test of file.assertionResults)
    if (test.status === 'failed')
      appendFileSync(failures, `${name}: ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}\n`)
}
