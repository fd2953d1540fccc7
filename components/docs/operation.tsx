import { Link } from '#components/shared/navigation/link'
import { CodeBlock } from './code-block.tsx'
import { MethodBadge } from './method-badge.tsx'
import {
  addressOfDocs,
  anchorOf,
  nameOfReference,
  type Endpoint,
  type Schema,
  type Schemas,
} from './open-api.ts'
import { Inline, Prose } from './prose.tsx'
import { curlFileLine, curlLine, sendable, typedExample } from './request-of.ts'
import { SchemaTable } from './schema-table.tsx'
import { TryIt } from './try-it.tsx'

const isStream = (endpoint: Endpoint): boolean =>
  Object.values(endpoint.responses).some((response) => response.content?.['text/event-stream'])

/** One endpoint: what it does, takes, answers and refuses. */
export function Operation({
  endpoint,
  schemas,
  server,
}: {
  endpoint: Endpoint
  schemas: Schemas
  server: string
}) {
  const anchor = anchorOf.operation(endpoint.operationId)
  const start = typedExample(endpoint, schemas)
  const body = endpoint.requestBody?.content
  const fileLine = curlFileLine(server, endpoint, start)
  const schema = body && Object.values(body)[0]?.schema
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className="scroll-mt-4 space-y-4 border-t pt-6"
    >
      <header className="space-y-1">
        <h2 id={`${anchor}-title`} className="text-base font-semibold">
          <a href={`#${anchor}`} className="hover:underline">
            <Inline text={endpoint.summary} />
          </a>
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <MethodBadge method={endpoint.method} />
          <code className="font-mono text-sm break-all">{endpoint.path}</code>
          {endpoint.security?.length === 0 ? (
            <span className="text-xs text-muted-foreground">no credential needed</span>
          ) : null}
        </p>
      </header>
      {endpoint.description ? <Prose text={endpoint.description} /> : null}
      <Parameters endpoint={endpoint} />
      {schema ? (
        <Part title={endpoint.requestBody?.required ? 'Body' : 'Body (optional)'}>
          <SchemaTable schema={schema} label={`Body of ${endpoint.summary}`} />
          {start.body ? <CodeBlock label="Example body" text={start.body} /> : null}
        </Part>
      ) : null}
      <Answers endpoint={endpoint} />
      {fileLine ? <CodeBlock label="Command line with a file" text={fileLine} /> : null}
      {isStream(endpoint) ? (
        <CodeBlock
          label="Command line"
          text={`${curlLine(server, endpoint, start)} \\\n  --no-buffer`}
        />
      ) : (
        <TryIt endpoint={sendable(endpoint)} start={start} server={server} />
      )}
    </section>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="space-y-2">
      <h3 className="text-sm font-medium text-muted-foreground">{title}</h3>
      {children}
    </div>
  )
}

function Parameters({ endpoint }: { endpoint: Endpoint }) {
  const kinds = { path: 'In the address', query: 'Query', header: 'Headers' } as const
  return (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
    const parameters = (endpoint.parameters ?? []).filter((each) => each.in === kind)
    if (parameters.length === 0) return null
    const properties = Object.fromEntries(
      parameters.map(({ name, schema, description }): [string, Schema] => [
        name,
        { ...schema, ...(description ? { description } : {}) },
      ]),
    )
    return (
      <Part key={kind} title={kinds[kind]}>
        <SchemaTable
          schema={{
            type: 'object',
            properties,
            required: parameters.filter((each) => each.required).map((each) => each.name),
          }}
          label={`${kinds[kind]}: ${endpoint.summary}`}
        />
      </Part>
    )
  })
}

function Answers({ endpoint }: { endpoint: Endpoint }) {
  const entries = Object.entries(endpoint.responses)
  const good = entries.filter(([status]) => status.startsWith('2'))
  const refusals = entries.filter(([status]) => !status.startsWith('2'))
  return (
    <>
      {good.map(([status, { description, content }]) => {
        const [type, body] = Object.entries(content ?? {})[0] ?? []
        return (
          <Part
            key={status}
            title={`Answer ${status}${type && type !== 'application/json' ? ` (${type})` : ''}`}
          >
            <p className="text-sm">
              <Inline text={description} />
            </p>
            {body?.schema && type === 'application/json' ? (
              <SchemaTable schema={body.schema} label={`Answer ${status} of ${endpoint.summary}`} />
            ) : null}
            {body?.example === undefined ? null : (
              <CodeBlock label="Example answer" text={JSON.stringify(body.example, null, 2)} />
            )}
          </Part>
        )
      })}
      <Part title="Refusals">
        <ul className="space-y-1 text-sm">
          {refusals.map(([status, { description, content }]) => {
            const name = nameOfReference(content?.['application/json']?.schema?.$ref ?? '')
            return (
              <li key={status} className="flex flex-wrap gap-x-2">
                <span className="font-mono">{status}</span>
                <span className="min-w-0 flex-1 basis-60">{description}</span>
                <Link
                  href={addressOfDocs.schema(name)}
                  prefetch={false}
                  className="inline-block min-h-6 text-primary underline underline-offset-2"
                >
                  {name}
                </Link>
              </li>
            )
          })}
        </ul>
      </Part>
    </>
  )
}
