import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { CodeText } from './code-text.js'

/** The source of a class, or of the class that a function is in. */
export function CodeView({ pkg, facts }: ViewProps) {
  const state = useCall('code', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {({ text, isDecompiled, notes }) => (
        <div class="code">
          <p class="code-words">
            {isDecompiled ? 'Decompiled: the package has no text of it.' : 'As the package has it.'}
            {notes.length === 0 ? null : <span title={notes.join('\n')}> {notes.length} notes</span>}
          </p>
          <CodeText text={text} language="unrealscript" find={facts?.class === 'Class' ? undefined : facts?.name} />
        </div>
      )}
    </Called>
  )
}
