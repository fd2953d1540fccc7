import { Alert, AlertDescription } from '#components/ui/feedback/alert'

/** Why something was refused; nothing when it was not. */
export function Refusal({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert variant="destructive">
      <AlertDescription>{text}</AlertDescription>
    </Alert>
  )
}
