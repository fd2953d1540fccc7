/**
 * The statements that an organization may send to its database: an allow-list over the nodes of
 * Postgres' own parser, so that unknown statements are refused. `read` statements run in a
 * read-only transaction.
 */
export const statementKinds: Readonly<Record<string, 'read' | 'write'>> = {
  SelectStmt: 'read',
  ExplainStmt: 'read',
  InsertStmt: 'write',
  UpdateStmt: 'write',
  DeleteStmt: 'write',
  MergeStmt: 'write',
  TruncateStmt: 'write',
  CreateStmt: 'write',
  CreateTableAsStmt: 'write',
  AlterTableStmt: 'write',
  RenameStmt: 'write',
  DropStmt: 'write',
  IndexStmt: 'write',
  ViewStmt: 'write',
  RefreshMatViewStmt: 'write',
  CreateSeqStmt: 'write',
  AlterSeqStmt: 'write',
  CreateEnumStmt: 'write',
  AlterEnumStmt: 'write',
  CommentStmt: 'write',
}

/**
 * The objects of DROP, RENAME and COMMENT; also of ALTER and CREATE TABLE AS, as far as these have
 * a choice.
 */
export const objectKinds: ReadonlySet<string> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_INDEX',
  'OBJECT_SEQUENCE',
  'OBJECT_COLUMN',
  'OBJECT_TYPE',
  'OBJECT_TABCONSTRAINT',
  // The grammar writes these where a statement has no choice.
  'OBJECT_ACCESS_METHOD',
])

/**
 * The forms of ALTER TABLE that change a table, but not its owner, its place on disk, its triggers,
 * rules or policies.
 */
export const alterations: ReadonlySet<string> = new Set(
  [
    'AddColumn',
    'DropColumn',
    'ColumnDefault',
    'SetNotNull',
    'DropNotNull',
    'AlterColumnType',
    'SetExpression',
    'DropExpression',
    'SetStatistics',
    'AddConstraint',
    'AlterConstraint',
    'ValidateConstraint',
    'DropConstraint',
    'AddIdentity',
    'SetIdentity',
    'DropIdentity',
    'AttachPartition',
    'DetachPartition',
    'AddInherit',
    'DropInherit',
    'SetLogged',
    'SetUnLogged',
    'ReplicaIdentity',
    'SetRelOptions',
    'ResetRelOptions',
    'SetCompression',
  ].map((name) => `AT_${name}`),
)

/**
 * Functions that are refused by name before Postgres refuses them (db/organization-hardening.ts
 * revokes them). For an organization's own Postgres, which is not hardened, this is the only
 * protection.
 */
const refusedFunctions = new Set([
  'set_config',
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'cursor_to_xml',
  'cursor_to_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'table_to_xml',
  'table_to_xmlschema',
  'table_to_xml_and_xmlschema',
  'schema_to_xml',
  'schema_to_xmlschema',
  'schema_to_xml_and_xmlschema',
  'database_to_xml',
  'database_to_xmlschema',
  'database_to_xml_and_xmlschema',
  'current_setting',
  'loread',
  'lowrite',
  'xpath_table',
])
const refusedPrefixes =
  /^(pg_(sleep|terminate|cancel|advisory|try_advisory|read|ls|stat_file|reload|rotate|switch|create|drop|export|import|logical|replication|notify|promote|backup|wal|control|stat_get|log|nextoid|show_all|hba|ident|current_logfile|lock_status|cursor|prepared)|lo_|dblink|inet_(client|server)_|binary_upgrade_|txid_|postgres_fdw)/

/** Functions that write; a statement with one may not run in a read-only transaction. */
const writingFunctions = new Set(['nextval', 'setval'])

/** The effect of a function of that name (without its schema) on the statement. */
export function functionUse(name: string): 'refused' | 'write' | 'read' {
  if (refusedFunctions.has(name) || refusedPrefixes.test(name)) return 'refused'
  return writingFunctions.has(name) ? 'write' : 'read'
}
