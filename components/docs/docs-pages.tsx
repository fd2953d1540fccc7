import { CredentialField } from './credential.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { addressOfDocs, anchorOf, endpointsOf, entriesOf, type OpenApi } from './open-api.ts'
import { Operation } from './operation.tsx'
import { Prose } from './prose.tsx'
import { SchemaTable } from './schema-table.tsx'

/** The reference's first page: the rules for all endpoints, and a list of them. */
export function DocsOverview({ document }: { document: OpenApi }) {
  const entries = entriesOf(document)
  return (
    <>
      <header className="space-y-4">
        <h1 className="text-2xl font-semibold tracking-tight">{document.info.title}</h1>
        <Prose text={document.info.description} className="space-y-3 text-sm" />
        <CredentialField />
      </header>
      {document.tags.map(({ name, description }) => (
        <section key={name} className="space-y-2">
          <h2 className="text-lg font-semibold">
            <a href={addressOfDocs.group(name)} className="hover:underline">
              {name}
            </a>
          </h2>
          {description ? <Prose text={description} /> : null}
          <EndpointList entries={entries.filter((entry) => entry.tag === name)} />
        </section>
      ))}
    </>
  )
}

/** All endpoints of a group, each with what it takes, answers and refuses. */
export function DocsGroup({
  document,
  tag: { name, description },
}: {
  document: OpenApi
  tag: OpenApi['tags'][number]
}) {
  const endpoints = endpointsOf(document).filter((endpoint) => endpoint.tag === name)
  return (
    <>
      <header className="space-y-4">
        <h1 className="text-2xl font-semibold tracking-tight">{name}</h1>
        {description ? <Prose text={description} /> : null}
        <CredentialField />
      </header>
      {endpoints.map((endpoint) => (
        <Operation
          key={endpoint.operationId}
          endpoint={endpoint}
          schemas={document.components.schemas}
          server={document.servers[0]?.url ?? ''}
        />
      ))}
    </>
  )
}

/** The schemas that endpoints share. */
export function DocsSchemas({ document }: { document: OpenApi }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Schemas</h1>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <section
          key={name}
          id={anchorOf.schema(name)}
          aria-labelledby={`${anchorOf.schema(name)}-title`}
          className="scroll-mt-4 space-y-2"
        >
          <h2 id={`${anchorOf.schema(name)}-title`} className="font-mono text-sm font-semibold">
            {name}
          </h2>
          {schema.description ? <Prose text={schema.description} /> : null}
          <SchemaTable schema={schema} label={name} />
        </section>
      ))}
    </>
  )
}
