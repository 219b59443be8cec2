import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const packages = new URL('../../../', import.meta.url).pathname

// CONTRIBUTING.md, law 8: callers pass on what they were given, set or not.
test('optional fields of options take undefined', () => {
  const found: string[] = []
  let count = 0
  for (const name of readdirSync(packages)) {
    if (!existsSync(join(packages, name, 'src'))) continue
    for (const file of sourcesOf(join(packages, name, 'src'))) {
      const text = readFileSync(file, 'utf8')
      for (const { 0: options } of text.matchAll(/^(?:export )?interface \w*Options\b[\s\S]*?^\}$/gm)) {
        for (const { 0: field } of options.matchAll(/^ {2}readonly \w+\?: .*$/gm)) {
          count++
          if (!field.endsWith('undefined')) found.push(`${file.slice(packages.length)}: ${field.trim()}`)
        }
      }
    }
  }
  expect(found).toEqual([])
  expect(count).toBeGreaterThan(300)
})

function sourcesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
