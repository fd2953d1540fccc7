import { Checkbox } from '#components/ui/input/checkbox'
import { permissionGroups } from '#lib/domain/permission-words'

type Props = {
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

type GroupProps = Props & { title: string; permissions: Record<string, string> }

function Group({ title, permissions, chosen, onChange }: GroupProps) {
  const own = Object.keys(permissions)
  const isAll = own.every((permission) => chosen.includes(permission))
  const others = chosen.filter((permission) => !own.includes(permission))
  const toggle = (permission: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission))
  return (
    <fieldset className="rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">{title}</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {Object.entries(permissions).map(([permission, words]) => (
          <label key={permission} className="flex min-h-6 items-center gap-2 text-sm">
            <Checkbox
              checked={chosen.includes(permission)}
              onCheckedChange={(isOn) => toggle(permission, isOn === true)}
            />
            {words}
          </label>
        ))}
        <label className="flex min-h-6 items-center gap-2 text-sm text-muted-foreground">
          <Checkbox
            checked={isAll}
            onCheckedChange={(isOn) => onChange(isOn === true ? [...others, ...own] : others)}
          />
          All of these
        </label>
      </div>
    </fieldset>
  )
}

/** The permissions of a role in groups, in plain words. */
export function PermissionChecks({ chosen, onChange }: Props) {
  return (
    <div className="space-y-3">
      {permissionGroups.map((group) => (
        <Group key={group.title} {...group} chosen={chosen} onChange={onChange} />
      ))}
    </div>
  )
}
