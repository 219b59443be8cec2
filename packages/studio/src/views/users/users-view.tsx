import { numberText } from '../../parts/amount.js'
import { LinkText } from '../../parts/link-text.js'
import { Called, Empty } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { opened } from '../../state/packages.js'
import type { ViewProps } from '../views.js'

/** What refers to an object, in all packages that are open. */
export function UsersView({ pkg, facts }: ViewProps) {
  const state = useCall('users', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {(packages) =>
        packages.length === 0 ? (
          <Empty>
            Nothing in {opened.value.length === 1 ? 'this package' : `the ${opened.value.length} open packages`} refers
            to it.
          </Empty>
        ) : (
          <div class="page">
            {packages.map(({ id, package: name, users, total }) => (
              <section key={id}>
                <h2>
                  {name} <span class="dim">{numberText(total)}</span>
                </h2>
                <table class="users">
                  <tbody>
                    {users.map(({ link, field }, i) => (
                      <tr key={`${i}/${link.text}`}>
                        <td>
                          <LinkText link={link} />
                        </td>
                        <td class="dim mono">{field}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {total === users.length ? null : <p class="dim">and {numberText(total - users.length)} more</p>}
              </section>
            ))}
          </div>
        )
      }
    </Called>
  )
}
