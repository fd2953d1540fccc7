import {
  CalendarClockIcon,
  CopyIcon,
  DownloadIcon,
  FlaskConicalIcon,
  HistoryIcon,
  KeyboardIcon,
  ListTreeIcon,
  MaximizeIcon,
  PlayIcon,
  PlugIcon,
  PrinterIcon,
  Redo2Icon,
  RocketIcon,
  SaveIcon,
  SearchIcon,
  StickyNoteIcon,
  Undo2Icon,
  UploadIcon,
  WandSparklesIcon,
  type LucideIcon,
} from 'lucide-react'
import type { WorkflowAct } from '#lib/domain/access/own-rights'

type Name =
  | 'tryAll'
  | 'testRun'
  | 'publish'
  | 'tidy'
  | 'fit'
  | 'toggleView'
  | 'connect'
  | 'duplicateSteps'
  | 'addNote'
  | 'undo'
  | 'redo'
  | 'save'
  | 'find'
  | 'versions'
  | 'backTest'
  | 'schedules'
  | 'faxLines'
  | 'export'
  | 'import'
  | 'help'
export type MenuActions = Record<Name, () => void>

export type MenuEntry = {
  name: Name
  title: string
  icon: LucideIcon
  keys?: string
  /** What the person must be allowed to do with the workflow. */
  needs?: WorkflowAct[]
  /** Other names that the entry is found by. */
  words?: string[]
}

/** What the menu can do besides adding steps and going to them. */
export const menuEntries: MenuEntry[] = [
  {
    name: 'tryAll',
    title: 'Try the whole workflow',
    needs: ['edit'],
    icon: FlaskConicalIcon,
    words: ['test', 'sample', 'dry run'],
  },
  {
    name: 'testRun',
    title: 'Test run',
    needs: ['edit', 'run'],
    icon: PlayIcon,
    words: ['start', 'run'],
  },
  {
    name: 'publish',
    title: 'Publish',
    needs: ['publish'],
    icon: RocketIcon,
    words: ['release', 'deploy', 'version'],
  },
  {
    name: 'tidy',
    title: 'Tidy up',
    needs: ['edit'],
    icon: WandSparklesIcon,
    keys: 'T',
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
    needs: ['edit'],
    icon: PlugIcon,
    keys: 'C',
    words: ['link', 'edge', 'branch'],
  },
  {
    name: 'duplicateSteps',
    title: 'Duplicate the selected steps',
    needs: ['edit'],
    icon: CopyIcon,
    keys: 'Mod+D',
  },
  {
    name: 'addNote',
    title: 'Add a note to the canvas',
    needs: ['edit'],
    icon: StickyNoteIcon,
    keys: 'N',
    words: ['comment', 'sticky', 'text'],
  },
  { name: 'undo', title: 'Undo', needs: ['edit'], icon: Undo2Icon, keys: 'Mod+Z' },
  {
    name: 'redo',
    title: 'Do it again',
    needs: ['edit'],
    icon: Redo2Icon,
    keys: 'Mod+Shift+Z',
    words: ['redo'],
  },
  { name: 'save', title: 'Save now', needs: ['edit'], icon: SaveIcon, keys: 'Mod+S' },
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
  {
    name: 'backTest',
    title: 'Back-test on recorded runs',
    needs: ['edit'],
    icon: FlaskConicalIcon,
    words: ['prove', 'replay', 'compare'],
  },
  { name: 'schedules', title: 'Schedules', icon: CalendarClockIcon, words: ['cron', 'time'] },
  { name: 'faxLines', title: 'Fax lines', icon: PrinterIcon, words: ['received', 'start'] },
  { name: 'export', title: 'Export as JSON', icon: DownloadIcon, words: ['download'] },
  { name: 'import', title: 'Import into this draft', needs: ['edit'], icon: UploadIcon },
  { name: 'help', title: 'Keyboard', icon: KeyboardIcon, keys: '?', words: ['help', 'shortcuts'] },
]
