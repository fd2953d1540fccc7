import { countOf } from '#lib/domain/count-of'
import { permissionGroups } from '#lib/domain/permission-words'

/** What a role may do, in words by group; opens on demand. */
export function RolePermissions({ name, permissions }: { name: string; permissions: string[] }) {
  const groups = permissionGroups
    .map(({ title, permissions: words }) => ({
      title,
      words: Object.entries(words).flatMap(([id, text]) =>
        permissions.includes(id) ? [text] : [],
      ),
    }))
    .filter(({ words }) => words.length > 0)
  const count = groups.reduce((sum, { words }) => sum + words.length, 0)
  if (count === 0) return <p className="text-muted-foreground">Nothing but their own profile</p>
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm text-muted-foreground outline-none focus-visible:ring-2 focus-visible:ring-ring">
        {countOf(count, 'permission')}
        <span className="sr-only"> of {name}</span>
      </summary>
      <dl className="mt-2 grid gap-2 sm:grid-cols-[10rem_1fr]">
        {groups.map(({ title, words }) => (
          <div key={title} className="contents">
            <dt className="text-muted-foreground">{title}</dt>
            <dd>{words.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
