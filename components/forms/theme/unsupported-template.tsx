/**
 * A field that cannot be drawn. Whoever fills the form in is told what to do, not what is wrong
 * with the schema.
 */
export function UnsupportedTemplate() {
  return (
    <p className="text-sm text-muted-foreground">
      This field cannot be shown here. Tell whoever gave you this form; the rest can be filled in.
    </p>
  )
}
