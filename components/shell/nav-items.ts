import {
  CalculatorIcon,
  CalendarClockIcon,
  DatabaseIcon,
  FilePenLineIcon,
  FileTextIcon,
  HouseIcon,
  InboxIcon,
  ListChecksIcon,
  LockKeyholeIcon,
  MailIcon,
  MailOpenIcon,
  MailsIcon,
  PlayIcon,
  PlugIcon,
  PrinterIcon,
  SettingsIcon,
  WorkflowIcon,
  type LucideIcon,
} from 'lucide-react'

/** `needs` is the permission of the page's list; without it everybody may open the page. */
export type NavItem = { href: string; title: string; icon: LucideIcon; needs?: string }

/** Pages that belong together; the first ones need no title. */
export type NavGroup = { title?: string; items: NavItem[] }

/** The pages in this order: what needs the person, what runs, what it sent, what it uses. */
export const navGroups: NavGroup[] = [
  {
    items: [
      { href: '/', title: 'Home', icon: HouseIcon },
      { href: '/inbox', title: 'Inbox', icon: InboxIcon, needs: 'screens:work' },
      { href: '/forms', title: 'Forms', icon: ListChecksIcon, needs: 'forms:submit' },
      {
        href: '/patient-cost',
        title: 'Patient cost',
        icon: CalculatorIcon,
        needs: 'integrations:call',
      },
    ],
  },
  {
    title: 'Automation',
    items: [
      { href: '/workflows', title: 'Workflows', icon: WorkflowIcon, needs: 'workflows:read' },
      { href: '/runs', title: 'Runs', icon: PlayIcon, needs: 'runs:read' },
      { href: '/schedules', title: 'Schedules', icon: CalendarClockIcon, needs: 'schedules:read' },
    ],
  },
  {
    title: 'Correspondence',
    items: [
      { href: '/mails', title: 'Mails', icon: MailIcon, needs: 'mails:read' },
      { href: '/received-mails', title: 'Received mail', icon: MailOpenIcon, needs: 'mails:read' },
      {
        href: '/secure-messages',
        title: 'Encrypted mails',
        icon: LockKeyholeIcon,
        needs: 'secure-messages:read',
      },
      { href: '/letters', title: 'Letters', icon: MailsIcon, needs: 'letters:read' },
      { href: '/faxes', title: 'Faxes', icon: PrinterIcon, needs: 'letters:read' },
    ],
  },
  {
    title: 'Library',
    items: [
      { href: '/connections', title: 'Connections', icon: PlugIcon, needs: 'connections:read' },
      { href: '/data', title: 'Data', icon: DatabaseIcon, needs: 'sql:run' },
      { href: '/templates', title: 'Templates', icon: FilePenLineIcon, needs: 'templates:read' },
      { href: '/policies', title: 'Policies', icon: FileTextIcon, needs: 'policies:read' },
      { href: '/settings', title: 'Settings', icon: SettingsIcon },
    ],
  },
]
