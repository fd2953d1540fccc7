import { Controller, type Control } from 'react-hook-form'
import type { z } from 'zod'
import { Switch } from '#components/ui/input/switch'
import type { changeSettingsSchema } from '#lib/contracts/organization/settings'

type Props = { control: Control<z.infer<typeof changeSettingsSchema>> }

/** Whether visitors may go on with shared forms later, in the whole organization. */
export function SavedFormsField({ control }: Props) {
  return (
    <div className="space-y-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor="saved-forms" className="text-sm font-medium">
          Visitors may save shared forms for later
        </label>
        <Controller
          control={control}
          name="savedForms"
          render={({ field }) => (
            <Switch
              id="saved-forms"
              ref={field.ref}
              checked={field.value ?? true}
              aria-describedby="saved-forms-help"
              onCheckedChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
      <p id="saved-forms-help" className="text-xs text-muted-foreground">
        What they typed is encrypted; only their secret link opens it. Each form says for how many
        days.
      </p>
    </div>
  )
}
