'use client'

import type { RegistryFieldsType } from '@rjsf/utils'
import { CheckIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { FillForm } from '#components/forms/fill-form-at-touch'
import { Markdown } from '#components/shared/display/markdown'
import { BesideDocuments } from '#components/documents/evidence/beside-documents'
import { cn } from '#components/ui/cn'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import type { ScreenDocument, ScreenView } from '#lib/contracts/runs/screens'
import { AddressChecks } from '../letters/address-checks.ts'
import { Locked } from './screen-lock.tsx'
import { isShort, ShowValue } from './show-value.tsx'
import { useScreenAnswer } from './use-screen-answer.ts'

type Screen = NonNullable<ScreenView['screen']>
type Props = { view: ScreenView; screen: Screen }
type WithDocuments = { documents: ScreenDocument[] }

/** Two texts of one person: nothing is overwritten until they choose. */
function OtherText({ onChoose }: { onChoose(which: 'this' | 'other'): void }) {
  return (
    <Alert variant="warning" className="mb-4">
      <AlertTitle>You typed on this screen in another tab as well</AlertTitle>
      <AlertDescription>
        <span>Nothing is saved until you choose. The other text is thrown away.</span>
        <span className="mt-1 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => onChoose('this')}>
            Keep what stands here
          </Button>
          <Button variant="outline" size="sm" onClick={() => onChoose('other')}>
            Load the other text
          </Button>
        </span>
      </AlertDescription>
    </Alert>
  )
}

const shortClass =
  'short grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] items-baseline gap-x-4 [.short+&]:-mt-4'

/** What a screen shows for the person to read before they answer. */
function Shown({ screen: { instructions, show } }: { screen: Screen }) {
  return (
    <div className="space-y-6 empty:hidden">
      {instructions ? (
        <section aria-label="Instructions">
          {/* Their own headings are below one of the second level. */}
          <h2 className="sr-only">Instructions</h2>
          <Markdown text={instructions} />
        </section>
      ) : null}
      {show.map((entry) => (
        <section
          key={entry.label}
          // Short values stand beside their labels and close together: the answer is below them.
          className={isShort(entry) ? shortClass : 'space-y-2'}
          aria-label={entry.label}
        >
          <h2 className="text-sm font-semibold wrap-anywhere">{entry.label}</h2>
          <ShowValue value={entry.value} format={entry.format} schema={entry.schema} />
        </section>
      ))}
    </div>
  )
}

/** Addresses are checked by the only connection for letters. */
const anyConnection = {}

type AnswerProps = Props & {
  answer: ReturnType<typeof useScreenAnswer>
  fields?: RegistryFieldsType
}

function Answer({ view, screen, answer, fields }: AnswerProps) {
  const { complete, conflict, sendNow, lock } = answer
  const busy = isBusy(answer)
  return (
    <>
      {conflict && !lock ? <OtherText onChoose={answer.choose} /> : null}
      <AddressChecks.Provider value={anyConnection}>
        <FillForm
          schema={screen.schema}
          uiSchema={screen.uiSchema}
          data={answer.data}
          onChange={answer.change}
          onSubmit={(output) => complete.mutate(output)}
          failure={complete.error}
          onSendNow={sendNow}
          issuePrefix="output"
          memory={`screen.${view.taskId}`}
          disabled={busy || lock !== undefined}
          fields={fields}
        >
          {lock ? null : (
            <div className="flex flex-wrap items-center gap-3 print:hidden">
              <Button type="submit" disabled={busy || conflict}>
                <CheckIcon aria-hidden /> {complete.isPending ? 'Completing…' : 'Complete'}
              </Button>
              <span role="status" className="min-w-0 text-sm text-muted-foreground">
                {answer.message}
              </span>
            </div>
          )}
        </FillForm>
      </AddressChecks.Provider>
    </>
  )
}

const isBusy = ({ complete, done }: ReturnType<typeof useScreenAnswer>) =>
  complete.isPending || done

/** Loaded only by screens with an answer about documents. */
const Review = lazy(async () => ({
  default: (await loadCode(() => import('#components/documents/review/review'))).Review,
}))

const besideClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]'

type CaseProps = AnswerProps & { hasDocuments: boolean }

/** What a screen shows and, beside it where there is room, the answer. */
function Case({ hasDocuments, ...props }: CaseProps) {
  const { screen } = props
  const isBeside = screen.show.length > 0 && !hasDocuments
  const isAlone = screen.show.length === 0 && !hasDocuments
  return (
    <div className={cn(isBeside ? besideClass : 'space-y-6', isAlone ? 'max-w-3xl' : '')}>
      <Shown screen={screen} />
      <section
        className={cn('rounded-lg border bg-card p-5', isBeside ? 'xl:sticky xl:top-6' : '')}
        aria-label="Your answer"
      >
        <Answer {...props} />
      </section>
    </div>
  )
}

function Content({ documents, ...props }: Omit<AnswerProps, 'fields'> & WithDocuments) {
  const { screen, answer } = props
  if (screen.review)
    return (
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <Review
          answer={screen.review}
          data={answer.data}
          disabled={isBusy(answer) || answer.lock !== undefined}
          onChange={(data) => answer.change(data, true)}
        >
          {(fields) => (
            <>
              <Shown screen={screen} />
              <Answer {...props} fields={fields} />
            </>
          )}
        </Review>
      </Suspense>
    )
  const content = <Case {...props} hasDocuments={documents.length > 0} />
  if (documents.length === 0) return content
  return <BesideDocuments documents={documents}>{content}</BesideDocuments>
}

/**
 * What a screen shows and, beside it on a wide page, the answer, or the documents of the case. When
 * it is no longer the person's to answer, it says why and stays to be read.
 */
export function OpenScreen({ view, screen, documents }: Props & WithDocuments) {
  const answer = useScreenAnswer({ view, screen })
  const { lock, typed } = answer
  return (
    <div className="space-y-6">
      {lock ? <Locked lock={lock} view={view} typed={typed} schema={screen.schema} /> : null}
      <Content view={view} screen={screen} answer={answer} documents={documents} />
    </div>
  )
}
