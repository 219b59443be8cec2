// node .ci/count.mjs REPORT STATUS: prints "passed failed skipped" from vitest's JSON report and its exit
// status.
import { readFileSync } from 'node:fs'

const [path = '', status = '1'] = process.argv.slice(2)
const report = JSON.parse(readFileSync(path, 'utf8'))
// A file that does not even load has no tests to fail, and counts as one; so does an error outside of any
// test.
const broken = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length
let failed = report.numFailedTests + broken
if (failed === 0 && status !== '0') failed = 1
process.stdout.write(`${report.numPassedTests} ${failed} ${report.numPendingTests + report.numTodoTests}\n`)
