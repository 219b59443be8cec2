import { FILTER_ID } from '../parts/filter.js'
import { closePackage, current, currentIndex, facts, listShown, showObject } from '../state/packages.js'
import { isInspectorShown, isTreeShown, overlay, page } from '../state/panels.js'
import { currentPlace, go } from '../state/routes.js'
import { toggleTheme } from '../state/theme.js'
import { PACKAGE_VIEWS, viewsOf } from '../views/views.js'
import { chooseFiles } from './receive.js'
import { saveFirst } from './save-buttons.js'

/** *Something that can be done*, by its keys or from the palette. */
export interface Command {
  readonly label: string
  /** As they are shown: `Ctrl K`; several ways to do the same. */
  readonly keys: readonly string[]
  readonly run: () => void
}

/** All that can be done by keys; the list of keys is this. */
export const COMMANDS: readonly Command[] = [
  { label: 'Go to anything', keys: ['Ctrl K'], run: () => (overlay.value = 'palette') },
  { label: 'Filter the list', keys: ['/'], run: () => document.getElementById(FILTER_ID)?.focus() },
  { label: 'Search in all sources', keys: ['Ctrl Shift F'], run: () => showList('search') },
  { label: 'Tree of classes', keys: ['Ctrl Shift C'], run: () => showList('classes') },
  { label: 'Open files', keys: ['Ctrl O'], run: () => chooseFiles(false) },
  { label: 'Open a folder', keys: ['Ctrl Shift O'], run: () => chooseFiles(true) },
  { label: 'Next object of the same class', keys: [']'], run: () => step(1) },
  { label: 'Previous object of the same class', keys: ['['], run: () => step(-1) },
  { label: 'Back', keys: ['Alt ArrowLeft'], run: () => history.back() },
  { label: 'Forward', keys: ['Alt ArrowRight'], run: () => history.forward() },
  ...[1, 2, 3, 4, 5].map((number) => ({
    label: `View ${number}`,
    keys: [String(number)],
    run: () => showView(number - 1),
  })),
  { label: 'Save the object', keys: ['Ctrl S'], run: () => facts.value !== undefined && void saveFirst(facts.value) },
  { label: 'Show or hide the list', keys: ['T'], run: () => (isTreeShown.value = !isTreeShown.value) },
  { label: 'Show or hide the facts', keys: ['I'], run: () => (isInspectorShown.value = !isInspectorShown.value) },
  { label: 'Close the package', keys: ['Ctrl Alt W'], run: () => current.value && closePackage(current.value.id) },
  { label: 'Light or dark', keys: [], run: toggleTheme },
  { label: 'Keys', keys: ['?'], run: () => (overlay.value = 'help') },
]

function showList(name: 'search' | 'classes'): void {
  if (current.value === undefined) return
  isTreeShown.value = true
  page.value = 'tree'
  listShown.value = name
}

function showView(number: number): void {
  const views = facts.value === undefined ? PACKAGE_VIEWS : viewsOf(facts.value)
  const view = views[number]
  if (view !== undefined) go({ ...currentPlace.value, view: view.id, at: undefined })
}

/** Goes to another object of the same class, in the order of the table. */
function step(by: 1 | -1): void {
  const pkg = current.value
  const index = currentIndex.value
  if (pkg === undefined || index === undefined) return
  const { class: classes } = pkg.table
  for (let at = index + by; at >= 0 && at < classes.length; at += by)
    if (classes[at] === classes[index]) {
      showObject(pkg.id, at, currentPlace.value.view)
      return
    }
}
