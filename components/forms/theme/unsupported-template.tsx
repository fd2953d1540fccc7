/** A field that cannot be drawn: says what to do, not what is wrong with the schema. */
export function UnsupportedTemplate() {
  return (
    <p className="text-sm text-muted-foreground">
      This field cannot be shown here. Report it to the person who gave you this form; you can fill
      in the rest.
    </p>
  )
}
