import { Checkbox } from '#components/ui/input/checkbox'
import { canKeyHave } from '#lib/domain/key-permissions'
import { offeredPermissions, permissionWords } from '#lib/domain/permission-words'

type Props = {
  chosen: readonly string[]
  onChange(chosen: string[]): void
  mode: 'live' | 'test'
  /** Whether the key is for some workflows only. */
  isNarrow: boolean
}

/** The permissions of a key, one by one. Those that such a key cannot have are not there. */
export function PermissionPicker({ chosen, onChange, mode, isNarrow }: Props) {
  const possible = offeredPermissions.filter((permission) =>
    canKeyHave(permission, { mode, workflows: isNarrow ? [] : null }),
  )
  const toggle = (permission: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission))
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Permissions</legend>
      <div className="grid max-h-64 gap-x-4 gap-y-2 overflow-y-auto rounded-md border p-3 sm:grid-cols-2">
        {possible.map((permission) => (
          <label key={permission} className="flex min-h-6 items-center gap-2 text-sm">
            <Checkbox
              checked={chosen.includes(permission)}
              onCheckedChange={(isOn) => toggle(permission, isOn === true)}
            />
            {permissionWords(permission)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
