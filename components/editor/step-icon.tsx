import { CircleHelpIcon } from 'lucide-react'

import { stepIcons } from './step-icons.gen.ts'

/** The icon of a step type by its lucide name; a question mark where the type is unknown. */
export function StepIcon({ name, className }: { name: string | undefined; className?: string }) {
  const Icon = (name && stepIcons[name]) || CircleHelpIcon
  return <Icon aria-hidden className={className} />
}
