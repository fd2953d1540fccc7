'use client'

import {
  ArrowLeftIcon,
  BanIcon,
  CalendarClockIcon,
  CircleAlertIcon,
  CircleCheckIcon,
  CommandIcon,
  CopyIcon,
  DownloadIcon,
  EllipsisIcon,
  FlaskConicalIcon,
  HistoryIcon,
  KeyboardIcon,
  ListTreeIcon,
  MaximizeIcon,
  PauseIcon,
  PlayIcon,
  PrinterIcon,
  Redo2Icon,
  RocketIcon,
  SearchIcon,
  StepForwardIcon,
  Trash2Icon,
  TriangleAlertIcon,
  Undo2Icon,
  UploadIcon,
  WandSparklesIcon,
  WorkflowIcon,
  type LucideIcon,
} from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useState, type ComponentProps } from 'react'
import { AccessButton } from '#components/access/access-button'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { Tooltip, TooltipContent, TooltipTrigger } from '#components/ui/overlay/tooltip'
import type { WorkflowAct } from '#lib/domain/access/own-rights'
import { countOf } from '#lib/domain/count-of'
import type { Problem } from '#lib/domain/workflow/problem'
import { seesCalled } from '../levels/level-path.ts'
import { useShownEditor } from '../levels/shown-store.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { warmUpTidy } from '../tidy-up.ts'
import type { EditorCommands } from '../use-editor-commands.ts'
import type { EditorSession } from '../use-editor-session.ts'
import { NameInput } from './name-input.tsx'
import { ProblemsList } from './problems-list.tsx'
import { Readers } from './readers.tsx'
import { DraftState } from './draft-state.tsx'
import { SaveBadge } from './save-badge.tsx'

type Props = {
  session: EditorSession
  commands: EditorCommands
  onJump(problem: Problem): void
}

function Tool({
  icon: Icon,
  label,
  keys,
  disabled = false,
  wideOnly = false,
  onApproach,
  onClick,
}: {
  icon: LucideIcon
  label: string
  keys?: string
  disabled?: boolean
  wideOnly?: boolean
  /** The pointer is on it. */
  onApproach?: () => void
  onClick(): void
}) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <Button
          type="button"
          variant="ghost"
          size="icon"
          className={wideOnly ? 'hidden size-8 sm:inline-flex' : 'size-8'}
          aria-label={label}
          aria-disabled={disabled}
          onPointerEnter={onApproach}
          onClick={() => (disabled ? undefined : onClick())}
        >
          <Icon aria-hidden />
        </Button>
      </TooltipTrigger>
      <TooltipContent>
        {label}
        {keys ? ` (${keys})` : ''}
      </TooltipContent>
    </Tooltip>
  )
}

/** The actions on the workflow as a whole. */
export function TopBar({ session, commands, onJump }: Props) {
  const { workflow, state, problems, certain, actions } = session
  const { mayNot } = workflow
  const canEdit = mayNot.edit === undefined
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-card px-3 py-1.5">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-1.5">
        <Button asChild variant="ghost" size="icon" className="size-8">
          <Link href="/workflows" aria-label="All workflows">
            <ArrowLeftIcon aria-hidden />
          </Link>
        </Button>
        <NameInput name={workflow.name} canEdit={canEdit} onRename={actions.rename} />
        <DraftState workflow={workflow} />
        {canEdit ? <SaveBadge state={state} /> : null}
        <Readers />
      </div>
      <EditingTools commands={commands} />
      <div className="flex items-center gap-1.5">
        <AccessButton workflow={workflow} />
        <ProblemsButton problems={problems} certain={certain} onJump={onJump} />
        {canEdit ? (
          <ActButton variant="outline" refusal={mayNot.run} onClick={commands.testRun}>
            <PlayIcon aria-hidden /> <span className="sr-only sm:not-sr-only">Test run</span>
          </ActButton>
        ) : null}
        {canEdit || mayNot.publish === undefined ? (
          <ActButton refusal={mayNot.publish} onClick={commands.publish}>
            <RocketIcon aria-hidden /> Publish
          </ActButton>
        ) : null}
        <MoreMenu session={session} commands={commands} />
      </div>
    </header>
  )
}

type ActButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> & {
  /** Why the person may not do it. */
  refusal: string | undefined
  onClick(): void
}

/** A button that stays where it is when its act is refused, and says why. */
function ActButton({ refusal, onClick, ...button }: ActButtonProps) {
  if (refusal === undefined) return <Button type="button" size="sm" onClick={onClick} {...button} />
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        {/* The look of a disabled button, but the pointer finds the reason. */}
        <Button
          type="button"
          size="sm"
          aria-disabled
          className="aria-disabled:pointer-events-auto"
          {...button}
        />
      </TooltipTrigger>
      <TooltipContent className="max-w-72">{refusal}</TooltipContent>
    </Tooltip>
  )
}

function EditingTools({ commands }: Pick<Props, 'commands'>) {
  const store = useEditorStore()
  const view = useShownEditor((editor) => editor.view)
  // Undo would change a workflow that is not seen.
  const isHere = useEditor((editor) => !seesCalled(editor))
  const canUndo = useEditor((editor) => editor.past.length > 0) && isHere
  const canRedo = useEditor((editor) => editor.future.length > 0) && isHere
  const outline = view === 'outline'
  const canEdit = useEditor((editor) => editor.readOnly === undefined)
  return (
    <div role="toolbar" aria-label="Editing" className="flex items-center gap-0.5">
      {canEdit ? (
        <>
          <Tool
            icon={Undo2Icon}
            label="Undo"
            keys="Ctrl+Z"
            disabled={!canUndo}
            onClick={commands.undo}
          />
          <Tool
            icon={Redo2Icon}
            label="Redo"
            keys="Ctrl+Shift+Z"
            disabled={!canRedo}
            onClick={commands.redo}
          />
          <Tool
            icon={WandSparklesIcon}
            label="Tidy up"
            keys="T"
            onApproach={warmUpTidy}
            onClick={commands.tidy}
          />
        </>
      ) : null}
      <Tool
        icon={MaximizeIcon}
        label="Fit"
        keys="F"
        wideOnly
        disabled={outline}
        onClick={commands.fit}
      />
      <Tool icon={SearchIcon} label="Find a step" keys="/" wideOnly onClick={commands.find} />
      <Tool
        icon={outline ? WorkflowIcon : ListTreeIcon}
        label={outline ? 'Show the canvas' : 'Show the outline'}
        keys="O"
        onClick={() => store.getState().setView(outline ? 'canvas' : 'outline')}
      />
    </div>
  )
}

function MoreMenu({ session, commands }: Omit<Props, 'onJump'>) {
  const { paused, mayNot } = session.workflow
  const item = (Icon: LucideIcon, label: string, action: () => void, variant?: 'destructive') => (
    <DropdownMenuItem onSelect={action} variant={variant}>
      <Icon aria-hidden /> {label}
    </DropdownMenuItem>
  )
  const itemIf = (act: WorkflowAct, ...parts: Parameters<typeof item>) =>
    mayNot[act] === undefined ? item(...parts) : null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button type="button" variant="ghost" size="icon" className="size-8" aria-label="More">
          <EllipsisIcon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {item(HistoryIcon, 'Versions', commands.versions)}
        {itemIf('edit', FlaskConicalIcon, 'Back-test', commands.backTest)}
        {item(CalendarClockIcon, 'Schedules', commands.schedules)}
        {item(PrinterIcon, 'Fax lines', commands.faxLines)}
        {paused
          ? itemIf('pause', StepForwardIcon, 'Resume', session.togglePause)
          : itemIf('pause', PauseIcon, 'Pause', session.togglePause)}
        {itemIf('cancelRuns', BanIcon, 'Cancel all runs…', commands.cancelRuns)}
        {item(DownloadIcon, 'Export as JSON', commands.export)}
        {itemIf('edit', UploadIcon, 'Import into this draft', commands.import)}
        {itemIf('duplicate', CopyIcon, 'Duplicate', session.actions.duplicate)}
        {item(CommandIcon, 'All commands', commands.menu)}
        {item(KeyboardIcon, 'Keyboard', commands.help)}
        {mayNot.delete === undefined ? <DropdownMenuSeparator /> : null}
        {itemIf('delete', Trash2Icon, 'Delete', commands.remove, 'destructive')}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type ProblemsProps = { problems: Problem[]; certain: boolean; onJump(problem: Problem): void }

/** The icon and colour for the worst of the problems. */
function problemsLook(problems: Problem[], certain: boolean): { Icon: LucideIcon; tone: string } {
  if (problems.some(({ severity }) => severity === 'error'))
    return { Icon: CircleAlertIcon, tone: 'text-destructive' }
  if (problems.length > 0)
    return { Icon: TriangleAlertIcon, tone: 'text-amber-700 dark:text-amber-400' }
  // Green means that the server has checked this very draft, so it can be published.
  const tone = certain ? 'text-emerald-700 dark:text-emerald-400' : 'text-muted-foreground'
  return { Icon: CircleCheckIcon, tone }
}

function ProblemsButton({ problems, certain, onJump }: ProblemsProps) {
  const [open, setOpen] = useState(false)
  const { Icon, tone } = problemsLook(problems, certain)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className={tone}
          aria-label={countOf(problems.length, 'problem')}
        >
          <Icon aria-hidden /> {problems.length}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Problems of the draft"
        className="max-h-96 w-96 max-w-[92vw] overflow-y-auto p-0"
        // A jump puts the focus where the problem is; the popover must not pull it back to its
        // button.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <ProblemsList
          problems={problems}
          onJump={(problem) => {
            setOpen(false)
            onJump(problem)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
