import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type pg from 'pg'

export type FunctionSource = { name: string; file: string; text: string }

/** The files of db/functions: each creates or replaces the one function that it is named after. */
export function functionSources(folder = 'db/functions'): FunctionSource[] {
  const files = globSync(`${folder}/*.sql`).sort()
  return files.map((file) => ({
    name: path.basename(file, '.sql'),
    file,
    text: readFileSync(file, 'utf8').trim(),
  }))
}

export type Comparison = {
  /** The migrations create another function, or none. */
  changed: FunctionSource[]
  /** Problems, one sentence each, that a migration generated from the sources would not solve. */
  problems: string[]
}

/** Compares the sources with a migrated database, which stays unchanged. */
export async function compareFunctions(
  client: pg.Client,
  sources: FunctionSource[],
): Promise<Comparison> {
  const migrated = await readFunctions(client)
  const problems: string[] = []
  const changed: FunctionSource[] = []
  for (const source of sources) {
    await client.query('begin')
    try {
      await client.query('set local search_path = public')
      await client.query(source.text)
      const after = await readFunctions(client)
      const touched = [...after].filter(
        ([signature, { text }]) => migrated.get(signature)?.text !== text,
      )
      if (touched.length > 0) changed.push(source)
      for (const [signature, { name }] of touched) {
        if (name !== source.name) problems.push(`${source.file} changes ${signature} too.`)
      }
    } finally {
      await client.query('rollback')
    }
  }
  const names = new Set(sources.map(({ name }) => name))
  for (const [signature, { name }] of migrated) {
    if (!names.has(name)) problems.push(`${signature} has no source file in db/functions.`)
  }
  return { changed, problems }
}

async function readFunctions(
  client: pg.Client,
): Promise<Map<string, { name: string; text: string }>> {
  const { rows } = await client.query<{ signature: string; name: string; text: string }>(
    `select oid::regprocedure::text as signature, proname as name, pg_get_functiondef(oid) as text
     from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ signature, name, text }) => [signature, { name, text }]))
}
