import {
  CalculatorIcon,
  CalendarClockIcon,
  DatabaseIcon,
  FileTextIcon,
  HouseIcon,
  InboxIcon,
  ListChecksIcon,
  MailIcon,
  MailsIcon,
  PlayIcon,
  PlugIcon,
  SettingsIcon,
  WorkflowIcon,
  type LucideIcon,
} from 'lucide-react'
import type { MemberRole } from '#lib/domain/statuses'

/** `roles` may open the page; by default all may. It follows the permissions of its operations. */
type NavItem = { href: string; title: string; icon: LucideIcon; roles?: readonly MemberRole[] }

const builders = ['owner', 'builder'] as const

/** The pages in this order: what needs the person, the work, what the work uses. */
export const navItems: NavItem[] = [
  { href: '/', title: 'Home', icon: HouseIcon },
  { href: '/inbox', title: 'Inbox', icon: InboxIcon },
  { href: '/workflows', title: 'Workflows', icon: WorkflowIcon },
  { href: '/runs', title: 'Runs', icon: PlayIcon },
  { href: '/schedules', title: 'Schedules', icon: CalendarClockIcon },
  { href: '/forms', title: 'Forms', icon: ListChecksIcon },
  { href: '/patient-cost', title: 'Patient cost', icon: CalculatorIcon },
  { href: '/connections', title: 'Connections', icon: PlugIcon },
  { href: '/data', title: 'Data', icon: DatabaseIcon, roles: builders },
  { href: '/policies', title: 'Policies', icon: FileTextIcon },
  { href: '/mails', title: 'Mails', icon: MailIcon, roles: builders },
  { href: '/letters', title: 'Letters', icon: MailsIcon },
  { href: '/settings', title: 'Settings', icon: SettingsIcon },
]
