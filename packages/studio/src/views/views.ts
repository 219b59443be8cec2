import type { ComponentType } from 'preact'
import type { ObjectFacts, ObjectKind, OpenedPackage } from '../data/package-calls.js'
import { styled } from '../parts/styled.js'

/** What a view is given. */
export interface ViewProps {
  readonly pkg: OpenedPackage
  /** The object; absent in views of the whole package. */
  readonly facts: ObjectFacts | undefined
}

/**
 * *A way to look at something.* Its code is loaded when it is first shown; views know nothing of each other.
 */
export interface View {
  /** In addresses. */
  readonly id: string
  /** On its tab. */
  readonly label: string
  readonly load: () => Promise<ComponentType<ViewProps>>
  /** It says itself what the right column would, and takes its place. */
  readonly isWide?: boolean
}

const properties: View = {
  id: 'properties',
  label: 'Properties',
  load: styled(async () => (await import('./properties/properties-view.js')).PropertiesView),
}
const users: View = {
  id: 'users',
  label: 'Used by',
  load: styled(async () => (await import('./users/users-view.js')).UsersView),
}
const bytes: View = {
  id: 'bytes',
  label: 'Bytes',
  isWide: true,
  load: styled(async () => (await import('./bytes/bytes-view.js')).BytesView),
}
const texture: View = {
  id: 'texture',
  label: 'Preview',
  load: styled(async () => (await import('./texture/texture-view.js')).TextureView),
}
const font: View = {
  id: 'characters',
  label: 'Characters',
  load: styled(async () => (await import('./font/font-view.js')).FontView),
}
const sound: View = {
  id: 'sound',
  label: 'Listen',
  load: styled(async () => (await import('./sound/sound-view.js')).SoundView),
}
const cue: View = {
  id: 'cue',
  label: 'Listen',
  load: styled(async () => (await import('./sound/cue-view.js')).CueView),
}
const mesh: View = {
  id: 'mesh',
  label: 'Preview',
  load: styled(async () => (await import('./mesh/mesh-view.js')).MeshView),
}
const level: View = {
  id: 'walk',
  label: 'Walk',
  load: styled(async () => (await import('./level/level-view.js')).LevelView),
}
const code: View = {
  id: 'source',
  label: 'Source',
  isWide: true,
  load: styled(async () => (await import('./code/code-view.js')).CodeView),
}
const bytecode: View = {
  id: 'bytecode',
  label: 'Bytecode',
  isWide: true,
  load: styled(async () => (await import('./code/bytecode-view.js')).BytecodeView),
}
const group: View = {
  id: 'gallery',
  label: 'Inside',
  load: styled(async () => (await import('./gallery/gallery-view.js')).GalleryView),
}

const OWN: Readonly<Partial<Record<ObjectKind, readonly View[]>>> = {
  texture: [texture],
  font: [font],
  sound: [sound],
  cue: [cue],
  mesh: [mesh],
  level: [level],
  code: [code, bytecode],
  text: [code],
}

/** The views of an object, the best first. */
export function viewsOf({ kind, class: className }: ObjectFacts): readonly View[] {
  const own = className === 'Package' ? [group] : (OWN[kind] ?? [])
  return [...own, properties, users, bytes]
}

/** The views of a package as a whole. */
export const PACKAGE_VIEWS: readonly View[] = [
  {
    id: 'overview',
    label: 'Overview',
    load: styled(async () => (await import('./overview/overview-view.js')).OverviewView),
  },
  { ...group, label: 'Textures' },
  { ...bytes, label: 'Bytes' },
]
