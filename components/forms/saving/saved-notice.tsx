import { dayInLanguage } from '#components/shared/display/times'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { useFormTexts } from '../texts.ts'
import type { SavedForm } from './use-saved-form.ts'

/** Says what the secret link has opened, or why nothing. */
export function SavedNotice({ endsAt, failure }: SavedForm) {
  const { text, language } = useFormTexts()
  if (failure)
    return (
      <Alert variant="warning">
        <AlertTitle>{text(failure === 'ended' ? 'save.ended' : 'save.unreachable')}</AlertTitle>
        <AlertDescription>
          {failure === 'ended' ? (
            text('save.ended.why')
          ) : (
            <button type="button" className="underline" onClick={() => window.location.reload()}>
              {text('try again')}
            </button>
          )}
        </AlertDescription>
      </Alert>
    )
  if (endsAt === undefined) return null
  const until = dayInLanguage(endsAt, language)
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {text('save.opened', { until })}
    </p>
  )
}
