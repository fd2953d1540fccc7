'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { AccessView } from '#lib/contracts/organization/access'
import type { AccessRules } from '#lib/domain/access/rules'
import { ApiFailure } from '#lib/http/client'
import {
  inForceFor,
  inheritedFor,
  ownEntries,
  sentenceOf,
  withLine,
  withoutGone,
  type Line,
} from './access-words.ts'
import { chosenOf, subjectOf, type Chosen } from './subject-choice.ts'
import { SubjectPicker } from './subject-picker.tsx'

type Props = {
  line: Line
  view: AccessView
  /** The names of the roles that may by default. */
  roles: readonly string[]
  set: UseMutationResult<AccessView, Error, { rules: AccessRules; revision: number }>
  /** Reads the rules as they are now. */
  readAgain(): Promise<AccessView | undefined>
  onClose(): void
}

/**
 * What the person decides, on the rules that they saw. When these have changed meanwhile, what they
 * chose stays, and they decide again with the new ones before them.
 */
function useDecision({ line, view, set, readAgain, onClose }: Props) {
  const [base, setBase] = useState(view)
  const [isStale, setIsStale] = useState(false)
  const own = ownEntries(base, line)
  const [isOwn, setIsOwn] = useState(own !== undefined)
  const [chosen, choose] = useState<Chosen[]>(() => chosenOf(own ?? [], base.names))
  const save = () => {
    const names = {
      ...base.names,
      ...Object.fromEntries(chosen.map(({ id, name }) => [id, name])),
    }
    const next = withLine(base.rules, line, isOwn ? chosen.map(subjectOf) : undefined)
    set.mutate(
      { rules: withoutGone(next, names), revision: base.revision },
      {
        onSuccess: () => {
          toast.success('The rules are changed, from the next click of everybody on.')
          onClose()
        },
        onError: (error) => {
          if (!(error instanceof ApiFailure && error.code === 'version_conflict')) return
          void readAgain().then((newest) => {
            if (newest) setBase(newest)
            setIsStale(newest !== undefined)
          })
        },
      },
    )
  }
  return { base, isStale, isOwn, setIsOwn, chosen, choose, save }
}

type Decision = ReturnType<typeof useDecision>

/** Says what somebody else made of this line meanwhile. */
function Meanwhile({ base, line, roles }: { base: AccessView } & Pick<Props, 'line' | 'roles'>) {
  return (
    <Alert variant="warning">
      <AlertTitle>{base.changedBy ?? 'Somebody'} changed these rules meanwhile</AlertTitle>
      <AlertDescription>
        <p>Now: {sentenceOf(base, line, inForceFor(base, line), roles)}</p>
        <p>What you chose is still below. Save it in place of this line, or cancel.</p>
      </AlertDescription>
    </Alert>
  )
}

type FieldsProps = Pick<Props, 'line' | 'roles'> & { decision: Decision }

function Fields({ line, roles, decision }: FieldsProps) {
  const id = useId()
  const { base, isOwn, setIsOwn, chosen, choose } = decision
  const inherited = sentenceOf(base, line, inheritedFor(base, line), roles)
  return (
    <>
      <RadioGroup
        aria-label="Who may"
        value={isOwn ? 'own' : 'inherit'}
        onValueChange={(value) => setIsOwn(value === 'own')}
      >
        <label htmlFor={`${id}-inherit`} className="flex items-start gap-2 text-sm">
          <RadioGroupItem id={`${id}-inherit`} value="inherit" className="mt-0.5" />
          <span>
            No rule of its own
            <span className="block text-muted-foreground">{inherited}</span>
          </span>
        </label>
        <label htmlFor={`${id}-own`} className="flex items-start gap-2 text-sm">
          <RadioGroupItem id={`${id}-own`} value="own" className="mt-0.5" />
          <span>
            Only these, and owners
            <span className="block text-muted-foreground">
              Nobody gets more than their role allows.
              {line.verb === 'approve' ? ' Publishing then needs the approval of one of them.' : ''}
            </span>
          </span>
        </label>
      </RadioGroup>
      {isOwn ? <SubjectPicker verb={line.verb} chosen={chosen} onChange={choose} /> : null}
    </>
  )
}

/** Decides one line of the rules of a place. */
export function EditLine(props: Props) {
  const { line, roles, set, onClose } = props
  const decision = useDecision(props)
  const isConflict = set.error instanceof ApiFailure && set.error.code === 'version_conflict'
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <form
          className="grid min-w-0 gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            decision.save()
          }}
        >
          <DialogHeader>
            <DialogTitle>{line.title}: who may?</DialogTitle>
            <DialogDescription>
              {decision.base.name ? `For “${decision.base.name}”.` : 'For the organization.'}
            </DialogDescription>
          </DialogHeader>
          {decision.isStale ? <Meanwhile base={decision.base} line={line} roles={roles} /> : null}
          {set.error && !isConflict ? (
            <p role="alert" className="text-sm text-destructive">
              {set.error.message}
            </p>
          ) : null}
          <Fields line={line} roles={roles} decision={decision} />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={set.isPending}>
              Save
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
