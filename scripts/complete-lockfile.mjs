#!/usr/bin/env node
// Adds to package-lock.json the optional packages of other platforms that npm left out. Run it after
// `npm install` has changed the lock file.
//
// npm drops an optional package from the lock file when the registry available does not have it (mirrors
// often carry only their own platform's), and `npm ci` then refuses the file everywhere: "Missing: … from
// lock file". The entries added here have an exact version and a platform, but no checksum, since the package
// was not downloaded; on other platforms npm takes the checksum from the registry.
//
//   node scripts/complete-lockfile.mjs [--check]      --check: change nothing, exit 1 when something is missing

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const text = readFileSync(path, 'utf8')
const lock = JSON.parse(text)
const missing = new Map()
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isThere(place, name)) missing.set(`node_modules/${name}`, describe(name, range, entry))
  }
}

if (missing.size === 0) {
  console.log('complete-lockfile: nothing missing')
} else if (process.argv.includes('--check')) {
  for (const place of missing.keys()) console.error(`package-lock.json lacks ${place}`)
  console.error('run: node scripts/complete-lockfile.mjs')
  process.exitCode = 1
} else {
  const entries = [...Object.entries(lock.packages), ...missing]
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`complete-lockfile: added ${missing.size}`)
}

/** Whether a package at `place` in the tree would find another by name, the way Node looks for it. */
function isThere(place, name) {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in lock.packages) return true
    if (!from.includes('/node_modules/')) return `node_modules/${name}` in lock.packages
  }
}

/**
 * The entry of a package that was never downloaded: its platform is derived from its name, its version from
 * its owner.
 */
function describe(name, range, owner) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    throw new Error(`${name} is asked for as ${range}: expected an exact version`)
  const words = name.replace(/^@[^/]+\//, '').split(/[-_.]/)
  const os = words.filter((word) => SYSTEMS.includes(word))
  const cpu = words.filter((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : ''
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name}: its name does not contain a platform`)
  return {
    version: range,
    ...(cpu.length > 0 && { cpu }),
    ...(owner.dev && { dev: true }),
    ...(libc !== '' && os.includes('linux') && { libc: [libc] }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
