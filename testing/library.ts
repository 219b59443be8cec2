import * as container from '@ukit/container'
import * as core from '@ukit/core'
import * as edit from '@ukit/edit'
import * as files from '@ukit/files'
import * as inspect from '@ukit/inspect'
import * as objects from '@ukit/objects'

/**
 * Everything exported by the packages that read, check and change a package file, as one object: for scripts
 * that take the library as an argument.
 */
export const library = { ...files, ...container, ...objects, ...core, ...inspect, ...edit }
