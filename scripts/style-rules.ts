/**
 * Rules of style that oxlint does not know, as a table: what is looked for, where, and what to do
 * instead.
 */
type Rule = { pattern: RegExp; in: RegExp; except?: RegExp; say: string }

const tests = /\.test\.tsx?$|^e2e\/|^test\//
const testFiles = /\.test\.tsx?$|^e2e\//
const code = /\.(ts|tsx|mjs)$/

/** Several names from a list in the same statement; not from one that is only spread. */
const tupleDeclaration = /\b(?:const|let) \[.*,.*\] = \[(?!\.\.\.)|^\s*\](?:: .+)? = \[(?!\.\.\.)/

const rules: Rule[] = [
  {
    pattern: /@ts-(?:ignore|nocheck)/,
    in: code,
    say: 'is not used here: use @ts-expect-error and say why',
  },
  { pattern: /@ts-expect-error(?!\S*\s+\S.{9})/, in: code, say: 'needs its reason behind it' },
  {
    pattern: /(?:ox|es)lint-disable(?!.* -- \S.{9})/,
    in: code,
    say: 'needs its reason: oxlint-disable-next-line <rule> -- <why>',
  },
  {
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    in: code,
    say: 'stays a wish: do it, or write an issue',
  },
  {
    pattern: /\bwaitForTimeout\(/,
    in: tests,
    say: 'is a fixed sleep: wait for what the test needs',
  },
  {
    pattern: /(?<!\w)(?:sleep|delay|setTimeout)\(\s*\d[\d_]*\s*[,)](?!.*\/\/ not a wait: \S.{9})/,
    in: testFiles,
    say: 'is a fixed sleep: wait for what the test needs (vi.waitFor, expect.poll, an event)',
  },
  {
    pattern: /new Promise(?:<\w+>)?\(\s*\(?\w+\)?\s*=>\s*(?:void\s+)?setTimeout\(/,
    in: testFiles,
    say: 'is a fixed sleep: wait for what the test needs (vi.waitFor, expect.poll, an event)',
  },
  {
    pattern: /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|skipIf|fixme|fails|todo)\b/,
    in: tests,
    say: 'leaves tests out or lets them fail',
  },
  {
    pattern: /\bnew pg\.(?:Client|Pool)\(/,
    in: /^(?:bench|db|e2e|lib|scripts)\//,
    // The first is the helper; the others run where it cannot be imported, or add their own
    // listener.
    except:
      /^lib\/(?:postgres|org-database\/runner\/session|integrations\/warehouse\/postgres-session)\.ts$/,
    say: 'may end the process when its connection is lost: use lib/postgres.ts',
  },
  {
    pattern: /(?:[pP]ool|[cC]lient)\??\.query[(<]/,
    in: /^(?:app|lib)\/(?!.*\.test\.tsx?$)/,
    // The folder of named statements; connections of their own, and databases of others.
    except:
      /^lib\/(?:lost-connections|cells\/directory|engine\/store\/.*|engine\/watch\/(?:notifier|watch)|engine\/worker\/liveness|org-database\/.*|integrations\/warehouse\/postgres-session|operations\/history\/start-history|operations\/service\/read-readiness|operations\/hie\/work-on-hie-request|auth\/last-use|server\/move-files|server\/database\/(?:require-same-store|store-notes|upgrade-embedded|archiving)|operations\/transfer\/(?:arrivals|bytes|import-organization|move-between-cells|organization-database|owner-session|people|remove-organization|rows)|backup\/.*)\.ts$/,
    say: 'is a third idiom: use drizzle, or a named statement in lib/engine/store (docs/decisions/2026-11-22-two-idioms-of-sql.md)',
  },
  {
    // In texts; names of fields and of other programs' settings are theirs.
    pattern:
      /\b(?:an?|the|this|your|their|no|each|[Ss]end|an?other) emails?\b|(["'>])Emails?(?=["'<])/,
    in: /^(?:app|components|db|lib)\/(?!.*\.test\.tsx?$)/,
    say: 'is spelled e-mail in all that people read',
  },
  {
    pattern: /\bescapeLiteral\(/,
    in: /^(?:app|db|lib)\//,
    // The setting in the message that begins a transaction; statements that take no parameters.
    except: /^(?:db\/client|lib\/org-database\/provision)\.ts$/,
    say: 'puts a value into the text of a statement: give it as a parameter',
  },
  {
    pattern: /\bJSON\.parse\(/,
    in: /^lib\/(?:http|integrations|steps)\/(?!.*\.test\.tsx?$)/,
    // Texts that we wrote ourselves, and a key.
    except: /^lib\/integrations\/(?:bank\/(?:paging-cursor|sandbox)|fhir\/client)\.ts$/,
    say: 'rounds long whole numbers of others: use lib/domain/exact-json.ts',
  },
  {
    pattern:
      /\bIntl\.DateTimeFormat\b|\.toLocale(?:Date|Time)String\(|Date\([^)]*\)\.toLocaleString\(|\.toDateString\(|\.getTimezoneOffset\(|\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear)\(/,
    in: /^(?:app|components)\/.*(?<!\.test)\.tsx?$/,
    except: /^components\/shared\/display\/(?:format|times)\.ts$/,
    say: 'is by the clock of the browser: use components/shared/display/times.ts, the organization’s',
  },
  {
    pattern: /\bnavigator\.clipboard\b|\bcrypto\.randomUUID\b/,
    in: /^(?:app|components)\/.*(?<!\.test)\.tsx?$/,
    say: 'is not there over plain HTTP: use components/copy, and randomId of lib/domain',
  },
  {
    pattern: /\btype(?:=|: |=\{)['"]number['"]/,
    in: /^(?:app|components)\/.*(?<!\.test)\.tsx$/,
    say:
      'changes with the wheel and the arrow keys, and rounds: ' +
      'use components/ui/input/number-input.tsx',
  },
  {
    pattern:
      /\b(?:message|text|reason|said)\.slice\(0, (?!at\b|index\b)[\w.]+\)|\.toWellFormed\(\)}…/,
    in: /^(?:app|components|lib)\/(?!.*\.test\.tsx?$)/,
    // The helper; what cannot import it; and two that cut no character that is shown: the head of
    // an interchange, and a text that is cut again.
    except:
      /^lib\/(?:domain\/text|process-pool\/process|sandbox\/runner\/check-code|domain\/patient-cost\/eligibility\/x12-segments|documents\/reader\/text-of)\.ts$/,
    say: 'may split a character in two: use cutText or shortText of lib/domain/text.ts',
  },
  {
    pattern: /from 'next\/link'/,
    in: code,
    except: /^components\/shared\/navigation\/link\.tsx$/,
    say: 'asks the server for every page in sight: use components/shared/navigation/link.tsx',
  },
  {
    pattern: /['"]use server['"]/,
    in: code,
    say: 'makes a Server Action: there is one way in, the API',
  },
  {
    pattern: /\bdangerouslySetInnerHTML\b/,
    in: code,
    say: 'needs HTML made safe first',
    except:
      /^components\/(?:docs\/|forms\/page\/privacy-note|shared\/display\/(?:safe-html|markdown-on-server)\.)/,
  },
  {
    pattern: tupleDeclaration,
    in: code,
    say: 'declares by a tuple to save lines: one declaration each',
  },
]

/** What a file's text has against the rules: its line, what was found, and what to do instead. */
export function styleProblems(file: string, text: string): string[] {
  const own = rules.filter((rule) => rule.in.test(file) && !rule.except?.test(file))
  return text.split('\n').flatMap((line, index) =>
    own.flatMap(({ pattern, say }) => {
      const match = pattern.exec(line)
      return match ? [`${file}:${index + 1} ${match[0].trim()} ${say}.`] : []
    }),
  )
}
