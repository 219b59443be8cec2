export { folderFiles } from './node/folder-files.js'
