import {
  CalendarClockIcon,
  CodeIcon,
  EllipsisIcon,
  FileInputIcon,
  MailIcon,
  PrinterIcon,
  WebhookIcon,
  WorkflowIcon,
  type LucideIcon,
} from 'lucide-react'
import type { StartKind } from './starts-of.ts'

const icons: Record<StartKind, LucideIcon> = {
  form: FileInputIcon,
  api: CodeIcon,
  schedule: CalendarClockIcon,
  mail: MailIcon,
  fax: PrinterIcon,
  webhook: WebhookIcon,
  workflow: WorkflowIcon,
  more: EllipsisIcon,
}

/** The sign of a way to start. */
export function StartIcon({ kind, className }: { kind: StartKind; className?: string }) {
  const Icon = icons[kind]
  return <Icon aria-hidden className={className} />
}
