import {
  BanIcon,
  CalendarClockIcon,
  ChevronsDownUpIcon,
  ChevronsUpDownIcon,
  CopyIcon,
  CornerLeftUpIcon,
  DownloadIcon,
  FlaskConicalIcon,
  GroupIcon,
  HistoryIcon,
  KeyboardIcon,
  ListTreeIcon,
  MaximizeIcon,
  PinIcon,
  PlayIcon,
  PlugIcon,
  PrinterIcon,
  Redo2Icon,
  RocketIcon,
  SaveIcon,
  ScanSearchIcon,
  SearchIcon,
  StickyNoteIcon,
  TextCursorInputIcon,
  Undo2Icon,
  UngroupIcon,
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
  | 'disableSteps'
  | 'pinAnswer'
  | 'addNote'
  | 'group'
  | 'ungroup'
  | 'renameGroup'
  | 'openLevel'
  | 'goUp'
  | 'collapse'
  | 'collapseAll'
  | 'expandAll'
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
    name: 'disableSteps',
    title: 'Disable the selected steps in tries, or enable them',
    needs: ['edit'],
    icon: BanIcon,
    keys: 'D',
    words: ['skip', 'off', 'deactivate', 'mute'],
  },
  {
    name: 'pinAnswer',
    title: 'Pin the answer of the selected step for tries, or let it go',
    needs: ['edit'],
    icon: PinIcon,
    keys: 'P',
    words: ['freeze', 'mock', 'fixed', 'output', 'unpin'],
  },
  {
    name: 'addNote',
    title: 'Add a note to the canvas',
    needs: ['edit'],
    icon: StickyNoteIcon,
    keys: 'N',
    words: ['comment', 'sticky', 'text'],
  },
  {
    name: 'group',
    title: 'Make a group of the selected steps',
    needs: ['edit'],
    icon: GroupIcon,
    keys: 'Mod+G',
    words: ['frame', 'section', 'area'],
  },
  {
    name: 'renameGroup',
    title: 'Rename the group',
    needs: ['edit'],
    icon: TextCursorInputIcon,
    keys: 'F2',
    words: ['name', 'title'],
  },
  {
    name: 'ungroup',
    title: 'Ungroup',
    needs: ['edit'],
    icon: UngroupIcon,
    keys: 'Mod+Shift+G',
    words: ['dissolve', 'frame'],
  },
  {
    name: 'openLevel',
    title: 'Open the loop or sub-workflow as a level',
    icon: ScanSearchIcon,
    keys: 'L',
    words: ['inside', 'body', 'enter', 'sub-workflow'],
  },
  {
    name: 'goUp',
    title: 'One level up',
    icon: CornerLeftUpIcon,
    keys: 'Escape',
    words: ['leave', 'back', 'out'],
  },
  {
    name: 'collapse',
    title: 'Collapse or expand the loop or group',
    icon: ChevronsDownUpIcon,
    keys: 'K',
    words: ['fold', 'close', 'unfold'],
  },
  {
    name: 'collapseAll',
    title: 'Collapse all loops and groups',
    icon: ChevronsDownUpIcon,
    words: ['fold'],
  },
  {
    name: 'expandAll',
    title: 'Expand all loops and groups',
    icon: ChevronsUpDownIcon,
    words: ['unfold'],
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
