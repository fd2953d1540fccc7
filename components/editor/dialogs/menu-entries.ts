import {
  CalendarClockIcon,
  CopyIcon,
  DownloadIcon,
  HistoryIcon,
  KeyboardIcon,
  ListTreeIcon,
  MaximizeIcon,
  PlayIcon,
  PlugIcon,
  Redo2Icon,
  RocketIcon,
  SaveIcon,
  SearchIcon,
  Undo2Icon,
  UploadIcon,
  WandSparklesIcon,
  type LucideIcon,
} from 'lucide-react'

type Name =
  | 'testRun'
  | 'publish'
  | 'tidy'
  | 'fit'
  | 'toggleView'
  | 'connect'
  | 'duplicateSteps'
  | 'undo'
  | 'redo'
  | 'save'
  | 'find'
  | 'versions'
  | 'schedules'
  | 'export'
  | 'import'
  | 'help'
export type MenuActions = Record<Name, () => void>

export type MenuEntry = {
  name: Name
  title: string
  icon: LucideIcon
  keys?: string
  /** Only for people who may change the workflow. */
  changes?: boolean
  /** Other names that the entry is found by. */
  words?: string[]
}

/** What the menu can do besides adding steps and going to them. */
export const menuEntries: MenuEntry[] = [
  {
    name: 'testRun',
    title: 'Test run',
    icon: PlayIcon,
    changes: true,
    words: ['start', 'try', 'run'],
  },
  {
    name: 'publish',
    title: 'Publish',
    icon: RocketIcon,
    changes: true,
    words: ['release', 'deploy', 'version'],
  },
  {
    name: 'tidy',
    title: 'Tidy up',
    icon: WandSparklesIcon,
    keys: 'T',
    changes: true,
    words: ['layout', 'arrange', 'align'],
  },
  {
    name: 'fit',
    title: 'Fit the whole workflow',
    icon: MaximizeIcon,
    keys: 'F',
    words: ['zoom', 'all'],
  },
  {
    name: 'toggleView',
    title: 'Outline or canvas',
    icon: ListTreeIcon,
    keys: 'O',
    words: ['list', 'graph', 'view'],
  },
  {
    name: 'connect',
    title: 'Connect the selected step',
    icon: PlugIcon,
    keys: 'C',
    changes: true,
    words: ['link', 'edge', 'branch'],
  },
  {
    name: 'duplicateSteps',
    title: 'Duplicate the selected steps',
    icon: CopyIcon,
    keys: 'Mod+D',
    changes: true,
  },
  { name: 'undo', title: 'Undo', icon: Undo2Icon, keys: 'Mod+Z', changes: true },
  {
    name: 'redo',
    title: 'Do it again',
    icon: Redo2Icon,
    keys: 'Mod+Shift+Z',
    changes: true,
    words: ['redo'],
  },
  { name: 'save', title: 'Save now', icon: SaveIcon, keys: 'Mod+S', changes: true },
  {
    name: 'find',
    title: 'Find in the configuration of the steps',
    icon: SearchIcon,
    keys: '/',
    words: ['search'],
  },
  {
    name: 'versions',
    title: 'Versions',
    icon: HistoryIcon,
    words: ['history', 'restore', 'compare'],
  },
  { name: 'schedules', title: 'Schedules', icon: CalendarClockIcon, words: ['cron', 'time'] },
  { name: 'export', title: 'Export as JSON', icon: DownloadIcon, words: ['download'] },
  { name: 'import', title: 'Import into this draft', icon: UploadIcon, changes: true },
  { name: 'help', title: 'Keyboard', icon: KeyboardIcon, keys: '?', words: ['help', 'shortcuts'] },
]
