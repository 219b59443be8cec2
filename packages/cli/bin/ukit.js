#!/usr/bin/env node
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Node 22 and later can keep compiled code for the next start. It goes to the user's own folder: in the
// shared one for temporary files, where Node would put it, others could plant code that we then run.
nodeModule.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ukit', 'code'))

// Node 20 optimises whatever has run for a moment, on a second core: a quarter of the CPU time of a command
// that runs for seconds goes there. Four times its budget (132 kB of code that has run) takes that time back,
// and what runs for long is optimised anyway. Later versions have a compiler between the two, and gain
// nothing.
if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=540672')

const { main } = await import('../dist/main.js')
await main(process.argv.slice(2))
