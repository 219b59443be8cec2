export { type Container, type ContainerEntry, type ContainerKind, openContainer } from './containers/container.js'
export { CONTAINER_KINDS } from './containers/kinds.js'
export { entriesBelow, findEntry, isPattern, matchEntries, patternToRegExp } from './containers/match.js'
export { zipKind } from './containers/zip-container.js'
