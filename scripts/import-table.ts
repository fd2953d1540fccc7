/**
 * Who may import whom: arrows point from what is reached (app) to what is true (domain), never
 * back. A zone is a folder or a file, the longest that fits; it may always import itself. `types:`
 * in front means `import type` only. `next` is the package.
 */
type Zone = { zone: string; may: string[]; instead: string }

/** Modules that everything on the server may use; they know nothing of the product. */
export const base = [
  ...['deadline', 'isolate', 'kind', 'pool', 'serve', 'shared-pool'].map(
    (name) => `lib/process-pool/${name}.ts`,
  ),
  ...['parse', 'pieces', 'places', 'write'].map((name) => `lib/large-json/${name}.ts`),
  ...[
    'caller-scope',
    'client-address',
    'coalesce',
    'env',
    'folder-identity',
    'access-log',
    'json-lines',
    'ids',
    'log',
    'lost-connections',
    'metrics',
    'log-line',
    'page-shortage',
    'postgres',
    'process-identity',
    'rate-limits-setting',
    'read-capped',
    'redact',
    'retry-on',
    'run-trace',
    'scram-verifier',
    'sealed-text',
    'keyring',
    'secret-key',
    'set-up-token-file',
    'settings-error',
    'shortage',
    'telemetry',
    'tracing',
    'pushed-metrics',
    'worker-labels',
  ].map((name) => `lib/${name}.ts`),
]

export const importTable: Zone[] = [
  {
    zone: 'lib/domain',
    may: [],
    instead: 'The domain is pure and runs in the browser too: pass what it needs as an argument.',
  },
  {
    zone: 'lib/process-pool',
    may: ['base'],
    instead: 'It knows no kind of work: a kind is described where its program is.',
  },
  {
    zone: 'lib/large-json',
    may: ['base'],
    instead: 'It knows only JSON: pass what else it needs.',
  },
  {
    zone: 'lib/contracts',
    may: ['lib/domain'],
    instead: 'A contract is data: put the shape into lib/domain and the work into lib/operations.',
  },
  {
    zone: 'db',
    may: ['lib/domain', 'base'],
    instead: 'The database knows nouns only: move the work to lib/operations.',
  },
  {
    zone: 'db/seed',
    may: ['db', 'lib/domain', 'lib/auth', 'lib/operations', 'types:lib/integrations', 'base'],
    instead: 'The demo is made by the same operations that people use.',
  },
  {
    zone: 'lib/store',
    may: ['lib/domain', 'base'],
    instead: 'It keeps bytes and knows nothing of rows: let the caller pass what it needs.',
  },
  {
    zone: 'lib/backup',
    may: ['lib/store', 'db', 'base'],
    instead:
      'It copies a cluster and files, and knows no row: what follows a restore is an operation.',
  },
  {
    zone: 'lib/documents',
    may: ['lib/store', 'lib/domain', 'base'],
    instead: 'It works on files and knows nothing of runs or tables: let the caller pass them.',
  },
  ...[
    'lib/integrations',
    'lib/sandbox',
    'lib/org-database',
    'lib/expressions',
    'lib/code-types',
    'lib/schema-check',
  ].map((zone) => ({
    zone,
    may: ['lib/domain', 'base'],
    instead:
      'It talks to the outside and knows nothing of runs or tables: let the caller ' +
      'pass what it needs.',
  })),
  {
    zone: 'lib/integrations/outbound',
    may: ['lib/domain', 'base'],
    instead: 'It calls any provider and knows none: let the provider pass what it needs.',
  },
  {
    zone: 'lib/integrations/fhir',
    may: ['lib/integrations/outbound', 'lib/integrations/address-field.ts', 'lib/domain', 'base'],
    instead: 'It speaks FHIR for every kind of connection and knows none of them.',
  },
  {
    zone: 'lib/steps/support',
    may: ['lib/steps/define-step.ts', 'lib/domain', 'lib/integrations', 'base'],
    instead: 'A helper serves step types and knows none of them.',
  },
  {
    zone: 'lib/steps/types',
    may: [
      'lib/steps/define-step.ts',
      'lib/steps/support',
      'lib/domain',
      'lib/integrations',
      'base',
    ],
    instead: 'A step gets what it needs as `services` and `connection` (lib/steps/define-step.ts).',
  },
  {
    zone: 'lib/steps',
    may: ['lib/domain', 'lib/integrations', 'base'],
    instead: 'A step gets what it needs as `services` and `connection` (lib/steps/define-step.ts).',
  },
  ...[
    ['model'],
    ['store', 'model'],
    ['watch', 'store'],
    ['execute', 'model', 'store', 'watch'],
    ['replay', 'model', 'store', 'execute'],
    ['commands', 'model', 'store', 'execute'],
    ['worker', 'model', 'store', 'execute', 'commands', 'watch'],
  ].map(([room, ...below]) => ({
    zone: `lib/engine/${room}`,
    may: [
      ...below.map((name) => `lib/engine/${name}`),
      'lib/domain',
      'lib/steps/define-step.ts',
      'lib/steps/registry.ts',
      ...(room === 'model' ? [] : ['db']),
      ...(room === 'store' ? ['lib/store'] : []),
      'base',
    ],
    instead:
      'The rooms of the engine stand on each other (lib/engine/README.md); ' +
      'it gets the outside as options of startWorker (lib/server/services.ts).',
  })),
  {
    zone: 'lib/operations',
    may: [
      'lib/domain',
      'types:lib/contracts',
      'lib/steps/registry.ts',
      'lib/integrations',
      'lib/documents',
      'lib/store',
      'lib/sandbox',
      'lib/code-types',
      'lib/org-database',
      'lib/schema-check',
      'lib/engine',
      'lib/auth',
      'lib/directory',
      'lib/single-sign-on',
      'db',
      'base',
    ],
    instead: 'An operation does not know how it was reached: take the value as input.',
  },
  {
    zone: 'lib/operations/transfer',
    may: [
      'lib/operations',
      'lib/cells',
      'lib/backup',
      'lib/engine',
      'lib/org-database',
      'lib/store',
      'lib/domain',
      'db',
      'base',
    ],
    instead:
      'It moves an organization between installations: what a row means is in its operation.',
  },
  {
    zone: 'lib/operations/computing',
    may: [
      'lib/steps/define-step.ts',
      'lib/steps/registry.ts',
      'lib/expressions',
      'lib/sandbox',
      'lib/documents',
      'lib/engine',
      'lib/domain',
      // What code steps use is counted where they compute.
      'lib/operations/usage/code-use.ts',
      'base',
    ],
    instead: 'It computes for steps and reads nothing: let the operation pass what it needs.',
  },
  {
    zone: 'lib/directory',
    may: ['lib/auth/permissions.ts', 'lib/domain', 'db', 'base'],
    instead: 'It knows people and groups, and no way by which they come: let the caller pass it.',
  },
  {
    zone: 'lib/scim',
    may: [
      'lib/directory',
      'lib/http/request',
      'lib/http/response',
      'lib/http/errors.ts',
      'lib/domain',
      'db',
      'base',
    ],
    instead: 'It speaks SCIM and decides nothing: what follows from a change is in lib/directory.',
  },
  {
    zone: 'lib/cells',
    may: ['lib/auth', 'lib/domain', 'db', 'base'],
    instead: 'It knows where organizations live, and nothing of what they do: see lib/server/web.',
  },
  {
    zone: 'lib/auth',
    may: ['lib/domain', 'lib/directory', 'db', 'base'],
    instead: 'Sign-in stands under the operations: move the work to lib/operations.',
  },
  {
    zone: 'lib/auth/session.ts',
    may: ['lib/auth', 'lib/domain', 'db', 'base', 'next'],
    instead: 'Only what pages need to know of the session belongs here.',
  },
  {
    zone: 'lib/auth/next-auth.ts',
    may: ['lib/auth', 'lib/domain', 'db', 'base', 'next'],
    instead: 'Only the options of next-auth belong here.',
  },
  {
    zone: 'lib/single-sign-on',
    may: ['lib/auth', 'lib/directory', 'lib/integrations/outbound', 'lib/domain', 'db', 'base'],
    instead: 'It speaks with identity providers: settings and people are lib/operations.',
  },
  {
    zone: 'lib/http',
    may: ['lib/domain', 'lib/contracts', 'types:lib/operations', 'lib/auth', 'base'],
    instead: 'Only lib/http/endpoints.ts knows operations; others get one as an argument.',
  },
  {
    zone: 'lib/http/endpoints.ts',
    may: ['lib/http', 'lib/contracts', 'lib/operations', 'base'],
    instead: 'The table joins contracts and operations: move the work to lib/operations.',
  },
  {
    zone: 'lib/http/answer.ts',
    may: ['lib/http', 'lib/scim', 'base'],
    instead: 'It chooses between the API and the protocols beside it, and does nothing else.',
  },
  {
    zone: 'lib/http/client.ts',
    may: ['lib/domain', 'lib/contracts'],
    instead: 'The client runs in the browser.',
  },
  {
    zone: 'lib/http/response/file-response.ts',
    may: ['lib/http', 'lib/domain', 'lib/documents/file-name.ts', 'base'],
    instead: 'Only names of files are shared with lib/documents.',
  },
  {
    zone: 'app/api',
    may: ['lib/http', 'lib/auth', 'lib/single-sign-on', 'base', 'next'],
    instead: 'An endpoint is a line in lib/http/endpoints.ts.',
  },
  {
    zone: 'app',
    may: [
      'components',
      'lib/domain',
      'lib/contracts',
      'lib/operations',
      'lib/auth',
      'lib/http',
      'lib/form-page',
      'base',
      'next',
    ],
    instead: 'A page calls an operation and renders components.',
  },
  {
    zone: 'lib/form-page',
    may: ['components', 'lib/domain', 'base'],
    instead: 'It builds and draws the page of shared forms: let the route pass what it shows.',
  },
  {
    zone: 'components',
    may: [
      'lib/domain',
      'lib/contracts',
      'lib/http/client.ts',
      'lib/code-types/code-types.ts',
      'lib/code-types/editor-help.ts',
      'lib/code-types/type-problem.ts',
      'next/link',
      'next/navigation',
      'next/dynamic',
    ],
    instead: 'Components run in the browser: ask the API by lib/http/client.ts.',
  },
  {
    zone: 'components/shared',
    may: [
      'components/ui',
      'lib/domain',
      'lib/contracts',
      'lib/http/client.ts',
      'next/link',
      'next/navigation',
      'next/dynamic',
    ],
    instead: 'What several pages share knows none of them: let the caller pass it.',
  },
  {
    zone: 'components/ui',
    may: [],
    instead: 'Parts know no word of the product: move it to the folder of its noun.',
  },
  {
    zone: 'proxy.ts',
    may: ['lib/auth', 'lib/http', 'next'],
    instead: 'It runs before every page: keep it small.',
  },
  {
    zone: 'instrumentation.ts',
    may: ['base'],
    instead: 'Next bundles it apart: hand over what happened, and act on it in lib/server.',
  },
  {
    zone: 'lib/server',
    may: [
      'db',
      'base',
      ...[
        'domain',
        'engine',
        'steps',
        'integrations',
        'operations',
        'sandbox',
        'expressions',
        'documents',
        'backup',
        'store',
        'org-database',
        'auth',
        'cells',
        'http',
        'form-page',
      ].map((name) => `lib/${name}`),
    ],
    instead: 'Entry points put the parts together; pages are started by next.',
  },
  {
    zone: 'lib/server/web/api-server.ts',
    may: ['lib/server', 'lib/http', 'lib/domain', 'lib/contracts', 'base'],
    instead: 'It finds the handler of an address and does nothing else.',
  },
  {
    zone: 'lib/server/web.ts',
    may: ['lib/server', 'lib/http', 'lib/engine/commands/hand-over.ts', 'db', 'base', 'next'],
    instead: 'It serves the pages, finds the workers, and does nothing else.',
  },
  {
    zone: 'lib/server/dev-web.ts',
    may: ['lib/server', 'lib/http', 'base', 'next'],
    instead: 'It puts what refuses requests before `next dev`, and does nothing else.',
  },
]
