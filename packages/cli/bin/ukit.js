#!/usr/bin/env node
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Node 22 and later can keep compiled code for the next start. It goes to the user's own folder: in the
// shared one for temporary files, where Node would put it, others could plant code that we then run.
nodeModule.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ukit', 'code'))

const { main } = await import('../dist/main.js')
await main(process.argv.slice(2))
