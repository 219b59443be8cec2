import { afterEach } from 'vitest'
import { closeAll } from './cleanup.js'

// A set-up file of vitest's: it runs for every file of tests. A hook in a shared module would only be there for
// the first file, since test files of one process share the modules that they import.
afterEach(closeAll)
