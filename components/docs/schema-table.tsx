import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { Link } from '#components/shared/navigation/link'
import { addressOfDocs, type Schema } from './open-api.ts'
import { Inline } from './prose.tsx'
import { schemaRows } from './schema-rows.ts'

/** The fields of a schema; named schemas are linked. */
export function SchemaTable({ schema, label }: { schema: Schema; label: string }) {
  const rows = schemaRows(schema)
  const [first] = rows
  if (!first) return <p className="text-sm text-muted-foreground">An empty object.</p>
  if (rows.length === 1 && first.name === '')
    return (
      <p className="text-sm break-words">
        <TypeName type={first.type} reference={first.reference} />{' '}
        {first.notes.map((note) => (
          <Inline key={note} text={note} />
        ))}
      </p>
    )
  return (
    <Table label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>Field</TableHead>
          <TableHead>Kind</TableHead>
          <TableHead>Notes</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.name} className="align-top">
            <TableCell className="align-top font-mono text-xs">
              {row.name}
              {row.required ? (
                <span className="ml-1 font-sans text-muted-foreground">required</span>
              ) : null}
            </TableCell>
            <TableCell className="max-w-56 align-top text-xs break-words">
              <TypeName type={row.type} reference={row.reference} />
            </TableCell>
            <TableCell className="min-w-48 align-top text-xs">
              {row.notes.map((note) => (
                <p key={note} className="break-words">
                  <Inline text={note} />
                </p>
              ))}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function TypeName({ type, reference }: { type: string; reference: string | undefined }) {
  if (reference === undefined || !type.includes(reference)) return <span>{type}</span>
  const [before = '', after = ''] = type.split(reference)
  return (
    <span>
      {before}
      <Link
        href={addressOfDocs.schema(reference)}
        prefetch={false}
        className="inline-block min-h-6 text-primary underline underline-offset-2"
      >
        {reference}
      </Link>
      {after}
    </span>
  )
}
