'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds, getTemplate } from '@rjsf/utils'
import { clockText, instantOfClock, zoneWithOffset } from '#components/shared/display/times'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { useFormTexts } from '../texts.ts'

/** A date with a time by the clock of the page's zone, which is named; stored in UTC. */
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
        value={isHydrated && typeof value === 'string' ? clockText(value) : ''}
        extraProps={{ 'aria-describedby': `${ariaDescribedByIds(id)} ${id}__zone` }}
        onChange={(next: unknown) =>
          onChange((typeof next === 'string' && instantOfClock(next)) || options.emptyValue)
        }
      />
      <p id={`${id}__zone`} className="text-xs text-muted-foreground">
        {isHydrated ? text('time.zone', { zone: zoneWithOffset(language) }) : text('time.here')}
      </p>
    </div>
  )
}
