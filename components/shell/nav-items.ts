import { FileTextIcon, HouseIcon, InboxIcon, ListChecksIcon, MailIcon, PlayIcon, PlugIcon, SettingsIcon, WorkflowIcon, type LucideIcon } from 'lucide-react'

type NavItem = { href: string; title: string; icon: LucideIcon }

/** The pages in the order of a day: what needs me, the work, what the work uses. */
export const navItems: NavItem[] = [
  { href: '/', title: 'Home', icon: HouseIcon },
  { href: '/inbox', title: 'Inbox', icon: InboxIcon },
  { href: '/workflows', title: 'Workflows', icon: WorkflowIcon },
  { href: '/runs', title: 'Runs', icon: PlayIcon },
  { href: '/forms', title: 'Forms', icon: ListChecksIcon },
  { href: '/connections', title: 'Connections', icon: PlugIcon },
  { href: '/policies', title: 'Policies', icon: FileTextIcon },
  { href: '/mails', title: 'Mails', icon: MailIcon },
  { href: '/settings', title: 'Settings', icon: SettingsIcon },
]
