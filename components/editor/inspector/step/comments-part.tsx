'use client'

import { MessageSquareIcon } from 'lucide-react'
import { useContext, useState } from 'react'
import type { Written } from '#components/case/written'
import { partLater } from '#components/shared/loading/part-later'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { useEditor } from '../../store-context.ts'
import { DraftScope } from '../tests/draft-scope.ts'
import { CommentWaiting } from './comment-waiting.tsx'

const StepComments = partLater(async () => (await import('./step-comments.tsx')).StepComments)

/** What people wrote about a step; it opens by itself where something waits for an answer. */
export function CommentsPart({ stepId }: { stepId: string }) {
  const { workflowId } = useContext(DraftScope)
  const thread = useEditor((state) => state.threads.find((one) => one.stepId === stepId))
  const [isOpened, setOpened] = useState(false)
  const [isThere, setThere] = useState(false)
  const [typed, setTyped] = useState<Written>()
  const open = thread?.open ?? 0
  const isShown = isOpened || open > 0
  const memory = `comment.${workflowId}.${stepId}`
  return (
    <section aria-label="Comments" className="space-y-3 border-t pt-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <MessageSquareIcon aria-hidden className="size-4" /> Comments
        {open > 0 ? <Badge variant="secondary">{open} open</Badge> : null}
        {thread && open === 0 ? <Badge variant="outline">resolved</Badge> : null}
      </h3>
      {isOpened && !isThere ? <CommentWaiting memory={memory} onTyped={setTyped} /> : null}
      {isShown ? (
        <StepComments
          workflowId={workflowId}
          stepId={stepId}
          thread={thread}
          memory={memory}
          start={typed}
          takesFocus={isOpened}
          onThere={() => setThere(true)}
        />
      ) : (
        <Button variant="outline" size="sm" onClick={() => setOpened(true)}>
          {thread ? 'Show the comments' : 'Write a comment'}
        </Button>
      )}
    </section>
  )
}
