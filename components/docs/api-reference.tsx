import { CredentialField, CredentialProvider } from './credential.tsx'
import { anchorOf, endpointsOf, type OpenApi } from './open-api.ts'
import { OperationNav } from './operation-nav.tsx'
import { Operation } from './operation.tsx'
import { Prose } from './prose.tsx'
import { SchemaTable } from './schema-table.tsx'

/** The whole reference, drawn from the OpenAPI document. */
export function ApiReference({ document }: { document: OpenApi }) {
  const endpoints = endpointsOf(document)
  const server = document.servers[0]?.url ?? ''
  const { schemas } = document.components
  const entries = endpoints.map(({ operationId, method, path, summary, tag }) => ({ id: operationId, method, path, summary, tag }))
  return (
    <CredentialProvider>
      <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 py-6 lg:flex-row lg:gap-10">
        <a href="#reference" className="sr-only rounded bg-background px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:ring-2 focus:ring-ring">
          Skip to the reference
        </a>
        <aside className="lg:sticky lg:top-0 lg:h-dvh lg:w-72 lg:shrink-0 lg:overflow-y-auto lg:py-2">
          <details className="rounded-lg border p-3 lg:hidden">
            <summary className="cursor-pointer rounded text-sm font-medium outline-none focus-visible:ring-2 focus-visible:ring-ring">All endpoints</summary>
            <div className="pt-3">
              <OperationNav entries={entries} />
            </div>
          </details>
          <div className="hidden lg:block">
            <OperationNav entries={entries} />
          </div>
        </aside>
        <main id="reference" className="min-w-0 flex-1 space-y-10">
          <header className="space-y-4">
            <p className="flex flex-wrap gap-x-4 text-sm">
              <a href="/" className="inline-block min-h-6 text-primary underline underline-offset-2">
                Rounds
              </a>
              <a href="/api/openapi.json" className="inline-block min-h-6 text-primary underline underline-offset-2">
                OpenAPI 3.1 document
              </a>
            </p>
            <h1 className="text-2xl font-semibold tracking-tight">{document.info.title}</h1>
            <Prose text={document.info.description} className="space-y-3 text-sm" />
            <CredentialField />
          </header>
          {document.tags.map(({ name }) => (
            <section key={name} aria-labelledby={anchorOf.tag(name)} className="space-y-8">
              <h2 id={anchorOf.tag(name)} className="scroll-mt-4 text-xl font-semibold">
                {name}
              </h2>
              {endpoints
                .filter((endpoint) => endpoint.tag === name)
                .map((endpoint) => (
                  <Operation key={endpoint.operationId} endpoint={endpoint} schemas={schemas} server={server} />
                ))}
            </section>
          ))}
          <section aria-labelledby="schemas" className="space-y-6">
            <h2 id="schemas" className="scroll-mt-4 text-xl font-semibold">
              Schemas
            </h2>
            {Object.entries(schemas).map(([name, schema]) => (
              <section key={name} id={anchorOf.schema(name)} aria-labelledby={`${anchorOf.schema(name)}-title`} className="scroll-mt-4 space-y-2">
                <h3 id={`${anchorOf.schema(name)}-title`} className="font-mono text-sm font-semibold">
                  {name}
                </h3>
                {schema.description ? <Prose text={schema.description} /> : null}
                <SchemaTable schema={schema} label={name} />
              </section>
            ))}
          </section>
        </main>
      </div>
    </CredentialProvider>
  )
}
