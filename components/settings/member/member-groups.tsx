import { Badge } from '#components/ui/feedback/badge'
import type { MemberAccess } from '#lib/contracts/organization/members'
import { SettingsSection } from '../settings-section.tsx'

/** The groups of the organization's directories that a member is in. */
export function MemberGroups({ groups }: Pick<MemberAccess, 'groups'>) {
  return (
    <SettingsSection
      title="Groups"
      description="From your directories. Access rules and roles may name them."
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted-foreground">In no group of a directory.</p>
      ) : (
        <ul className="flex flex-wrap gap-2" aria-label="Groups">
          {groups.map(({ id, name, directory }) => (
            <li key={id} className="max-w-full">
              <Badge variant="outline" className="max-w-full whitespace-normal">
                {name} <span className="font-normal text-muted-foreground">{directory}</span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}
