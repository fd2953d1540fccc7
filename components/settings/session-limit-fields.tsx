import { useId } from 'react'
import { Controller, type Control, type FieldError, type FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { DescribedField } from '#components/shared/fields/described-field'
import { NumberInput } from '#components/ui/input/number-input'
import type { changeSettingsSchema } from '#lib/contracts/organization/settings'
import { idleMinutes, sessionHours } from '#lib/domain/session-limits'

type Fields = z.infer<typeof changeSettingsSchema>
type Form = { control: Control<Fields>; errors: FieldErrors<Fields> }

const limits = {
  sessionIdleMinutes: {
    label: 'Lock the page after (minutes without activity)',
    help: 'What was typed stays, and its person unlocks it. From 5 to 60.',
    bounds: idleMinutes,
  },
  sessionHours: {
    label: 'Sign in again after (hours)',
    help: 'Also for people who are active all the time. From 1 to 24.',
    bounds: sessionHours,
  },
} as const

function LimitField({
  control,
  name,
  error,
}: Pick<Form, 'control'> & { name: keyof typeof limits; error: FieldError | undefined }) {
  const id = useId()
  const { label, help, bounds } = limits[name]
  return (
    <DescribedField id={id} label={label} help={help} error={error}>
      {(described) => (
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <NumberInput
              id={id}
              ref={field.ref}
              min={bounds.least}
              max={bounds.most}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              {...described}
            />
          )}
        />
      )}
    </DescribedField>
  )
}

/** When sessions of members lock, and when they end; people in several organizations have the strictest. */
export function SessionLimitFields({ control, errors }: Form) {
  return (
    <>
      <LimitField control={control} name="sessionIdleMinutes" error={errors.sessionIdleMinutes} />
      <LimitField control={control} name="sessionHours" error={errors.sessionHours} />
    </>
  )
}
