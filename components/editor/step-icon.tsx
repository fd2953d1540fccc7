import {
  ActivityIcon, BookOpenTextIcon, BotIcon, BoxIcon, BracesIcon, CalendarIcon, CheckSquareIcon, CircleHelpIcon, ClipboardListIcon, ClockIcon, CodeIcon, DatabaseIcon,
  FileInputIcon, FilePenIcon, FileTextIcon, FilterIcon, GitBranchIcon, GitForkIcon, GitMergeIcon, GlobeIcon, HeartPulseIcon, HospitalIcon, HourglassIcon,
  InboxIcon, ListIcon, MailIcon, MailsIcon, MessageSquareIcon, MonitorIcon, NotebookPenIcon, RepeatIcon, RotateCwIcon, ScrollTextIcon, SearchIcon, SendIcon, ShuffleIcon,
  CalculatorIcon, ShieldCheckIcon, SplitIcon, StethoscopeIcon, TimerIcon, UserIcon, UserCheckIcon, UserSearchIcon, UsersIcon, WandSparklesIcon, WebhookIcon, WorkflowIcon, ZapIcon, LandmarkIcon, ReceiptTextIcon, type LucideIcon,
} from 'lucide-react'

// A map and not lucide's dynamic import, which would put 1,700 chunks into the build for a dozen icons. A name that is missing draws a box.
const icons: Record<string, LucideIcon> = {
  activity: ActivityIcon, 'book-open-text': BookOpenTextIcon, bot: BotIcon, box: BoxIcon, braces: BracesIcon, calendar: CalendarIcon, 'check-square': CheckSquareIcon, 'square-check': CheckSquareIcon,
  'circle-help': CircleHelpIcon, 'clipboard-list': ClipboardListIcon, clock: ClockIcon, code: CodeIcon, database: DatabaseIcon, 'file-input': FileInputIcon,
  'file-pen': FilePenIcon, 'file-text': FileTextIcon, filter: FilterIcon, 'git-branch': GitBranchIcon, 'git-fork': GitForkIcon, 'git-merge': GitMergeIcon,
  globe: GlobeIcon, 'heart-pulse': HeartPulseIcon, hospital: HospitalIcon, hourglass: HourglassIcon, inbox: InboxIcon, list: ListIcon, mail: MailIcon, mails: MailsIcon,
  'message-square': MessageSquareIcon, monitor: MonitorIcon, 'notebook-pen': NotebookPenIcon, repeat: RepeatIcon, 'rotate-cw': RotateCwIcon, 'scroll-text': ScrollTextIcon,
  search: SearchIcon, send: SendIcon, shuffle: ShuffleIcon, split: SplitIcon, stethoscope: StethoscopeIcon, timer: TimerIcon, user: UserIcon,
  'user-check': UserCheckIcon, 'user-search': UserSearchIcon, users: UsersIcon, 'wand-sparkles': WandSparklesIcon, webhook: WebhookIcon,
  calculator: CalculatorIcon, 'shield-check': ShieldCheckIcon, workflow: WorkflowIcon, zap: ZapIcon, 'receipt-text': ReceiptTextIcon, landmark: LandmarkIcon,
}

/** The icon of a step type by its lucide name. */
export function StepIcon({ name, className }: { name: string; className?: string }) {
  const Icon = icons[name] ?? BoxIcon
  return <Icon aria-hidden className={className} />
}
