import { Badge } from '#components/ui/feedback/badge'
import type { FieldType, TemplateField } from '#lib/domain/template/template'

const typeWords: Record<FieldType, string> = {
  text: 'text',
  'yes-no': 'yes or no',
  choice: 'choice',
  rows: 'list of rows',
  picture: 'picture',
}

/** The placeholders of a template, as fields of the step that fills it. */
export function Placeholders({ fields }: { fields: TemplateField[] }) {
  if (fields.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        There is no placeholder yet: every result is the same.
      </p>
    )
  return (
    <ul className="divide-y rounded-lg border text-sm" aria-label="Placeholders">
      {fields.map(({ name, label, type, optional, where, columns = [], options = [] }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
          <code className="font-medium break-all">{name}</code>
          <Badge variant="secondary">{typeWords[type]}</Badge>
          <span className="text-xs text-muted-foreground">
            {optional ? `${where}, may be left out` : where}
          </span>
          {label ? <span className="basis-full break-words">{label}</span> : null}
          {options.length > 0 ? (
            <span className="basis-full text-xs break-words text-muted-foreground">
              one of: {options.slice(0, 12).join(', ')}
              {options.length > 12 ? ` and ${options.length - 12} more` : ''}
            </span>
          ) : null}
          {columns.length > 0 ? (
            <span className="basis-full text-xs text-muted-foreground">
              each row has: {columns.map((column) => column.name).join(', ')}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
