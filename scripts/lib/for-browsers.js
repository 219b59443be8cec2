import { basename } from 'node:path'

/**
 * libopenmpt reads files and random numbers by Node's means where it finds itself in Node. It needs neither:
 * all of it is in one file, and music is given to it as bytes. A bundler for browsers would stop at these
 * names.
 */
export const forBrowsers = {
  name: 'for-browsers',
  transform(code, id) {
    if (basename(id) !== 'libopenmpt.worklet.js') return null
    const isNode = /\bENVIRONMENT_IS_NODE=typeof process=="object"[^;]*;/
    if (!isNode.test(code)) throw new Error(`${id} no longer asks whether it runs in Node: look what it does instead`)
    const portable = code.replace(isNode, 'ENVIRONMENT_IS_NODE=false;').replace(/await import\("module"\)/, '{}')
    return { code: portable.replace(/\brequire\("\w+"\)/g, 'undefined'), map: { mappings: '' } }
  },
}
