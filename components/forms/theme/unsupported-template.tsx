import { useFormTexts } from '../texts.ts'

/** A field that cannot be drawn: says what to do, not what is wrong with the schema. */
export function UnsupportedTemplate() {
  const { text } = useFormTexts()
  return <p className="text-sm text-muted-foreground">{text('field.unsupported')}</p>
}
