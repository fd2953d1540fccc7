'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds, getTemplate, localToUTC, utcToLocal } from '@rjsf/utils'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { useFormTexts } from '../texts.ts'

/** The time zone of the browser, in words and with its difference now: "New York (GMT-5)". */
function zoneInWords(language: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const short = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return place === short ? place : `${place} (${short})`
}

/** A date with a time in the person's own zone, which is named; stored in UTC. */
export function DateTimeWidget(props: WidgetProps) {
  const { id, value, onChange, options, registry } = props
  const BaseInput = getTemplate<'BaseInputTemplate'>('BaseInputTemplate', registry, options)
  // The server does not know the zone of the person.
  const isHydrated = useHydrated()
  const { text, language } = useFormTexts()
  return (
    <div className="space-y-1">
      <BaseInput
        {...props}
        type="datetime-local"
        value={isHydrated && typeof value === 'string' ? utcToLocal(value) : ''}
        extraProps={{ 'aria-describedby': `${ariaDescribedByIds(id)} ${id}__zone` }}
        onChange={(next: unknown) =>
          onChange(typeof next === 'string' && next ? localToUTC(next) : options.emptyValue)
        }
      />
      <p id={`${id}__zone`} className="text-xs text-muted-foreground">
        {isHydrated ? text('time.zone', { zone: zoneInWords(language) }) : text('time.here')}
      </p>
    </div>
  )
}
