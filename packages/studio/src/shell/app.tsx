import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { lazy } from '../parts/lazy.js'
import { opened, shelf } from '../state/packages.js'
import { isInspectorShown, isTreeShown, isViewWide, overlay, page } from '../state/panels.js'
import { theme } from '../state/theme.js'
import { Failures } from './failures.js'
import { Foot } from './foot.js'
import { Inspector } from './inspector.js'
import { listenToKeys } from './keyboard.js'
import { ObjectView } from './object-view.js'
import { Palette } from './palette.js'
import { openDisk, receiveDrops } from './receive.js'
import { SideList } from './side-list.js'
import { Start } from './start.js'
import { TopBar } from './top-bar.js'

const Help = lazy(async () => (await import('./help.js')).Help)

/** *The studio*: one window, three columns, nothing in front of them but the palette and the keys. */
export function App() {
  const [isOver, setOver] = useState(false)
  useEffect(() => listenToKeys(), [])
  useEffect(() => receiveDrops(setOver), [])
  useEffect(() => void openDisk(), [])
  // What is needed for later visits waits until this one has begun.
  useEffect(() => onLoad(async () => (await import('../state/offline.js')).keepOffline()), [])
  useEffect(
    () =>
      effect(() => {
        document.documentElement.dataset['theme'] = theme.value
      }),
    [],
  )
  const isStart = opened.value.length === 0 && shelf.value.length === 0
  const columns = [
    'app',
    isStart ? 'is-start' : '',
    isTreeShown.value ? '' : 'without-tree',
    isInspectorShown.value && !isViewWide.value ? '' : 'without-side',
    `page-${page.value}`,
  ]
  return (
    <div class={columns.join(' ')}>
      <TopBar />
      {isStart ? (
        <Start />
      ) : (
        <>
          <SideList />
          <ObjectView />
          <Inspector />
        </>
      )}
      <Foot />
      <Failures />
      {overlay.value === 'palette' ? <Palette /> : null}
      {overlay.value === 'help' ? <Help /> : null}
      {isOver ? <div class="drop-over">Drop to open</div> : null}
    </div>
  )
}

function onLoad(work: () => Promise<void>): void {
  if (document.readyState === 'complete') void work()
  else addEventListener('load', () => void work(), { once: true })
}
