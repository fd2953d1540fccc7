import { AlertTriangleIcon, CheckIcon, SearchIcon, type LucideIcon } from 'lucide-react'
import { Badge } from '#components/ui/feedback/badge'
import type { AnsweredField } from '#lib/domain/ask/answer'

type State = AnsweredField['state']

const states: Record<State, { words: string; icon: LucideIcon; isSure: boolean }> = {
  supported: { words: 'Quote checked', icon: CheckIcon, isSure: true },
  found: { words: 'Found by words', icon: SearchIcon, isSure: false },
  unsupported: { words: 'Quote not there', icon: AlertTriangleIcon, isSure: false },
  invalid: { words: 'Does not fit', icon: AlertTriangleIcon, isSure: false },
  missing: { words: 'Not found', icon: AlertTriangleIcon, isSure: false },
}

/** How far a field may be trusted, in words and with an icon. */
export function FieldState({ field: { state, confidence } }: { field: AnsweredField }) {
  const { words, icon: Icon, isSure } = states[state]
  return (
    <Badge variant={isSure ? 'secondary' : 'outline'}>
      <Icon aria-hidden /> {words}
      {confidence > 0 ? ` · ${Math.round(confidence * 100)} %` : ''}
    </Badge>
  )
}
