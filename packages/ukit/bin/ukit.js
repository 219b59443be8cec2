#!/usr/bin/env node
const nodeModule = require('node:module')
const { homedir } = require('node:os')
const { join } = require('node:path')
const { setFlagsFromString } = require('node:v8')

const isNode20 = process.version.startsWith('v20.')

// Node 20 optimises whatever has run for a moment, on a second core: a quarter of the CPU time of a command
// that runs for seconds goes there. Four times its budget (132 kB of code that has run) takes that time back,
// and what runs for long is optimised anyway. Later versions have a compiler between the two, and gain
// nothing.
if (isNode20) setFlagsFromString('--interrupt-budget=540672')

// Compiled code is kept for the next start, by Node 22 and later itself. It goes to the user's own folder: in
// the shared one for temporary files, where Node would put it, others could plant code that we then run.
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ukit', 'code')
if (nodeModule.enableCompileCache !== undefined) nodeModule.enableCompileCache(folder)
else if (isNode20 && !process.env.NODE_DISABLE_COMPILE_CACHE) require('./code-cache.js').useCodeCache(folder)

const { main } = require('../dist/command/main.js')
main(process.argv.slice(2))
