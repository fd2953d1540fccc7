/**
 * Statements that try to leave an organization's database, to persist in it beyond a call, or to
 * exceed their share, each with the error that must end it. `alone` means that the database also
 * refuses the statement without the gate (with that SQLSTATE): two layers.
 */
export type Attack = {
  id: string
  query: string
  params?: unknown[]
  code: string
  alone?: string
  /** Its time limit in milliseconds, where four seconds are not right. */ statementMs?: number
}

const gate = 'statement_not_allowed'
const refusedByBoth = (id: string, query: string, alone = '42501'): Attack => ({
  id,
  query,
  code: gate,
  alone,
})
/** Only the gate stops these, because Postgres allows them to every role. */
const refusedByGate = (id: string, query: string): Attack => ({ id, query, code: gate })
const refusedByDatabase = (id: string, query: string, code = '42501'): Attack => ({
  id,
  query,
  code,
  alone: code,
})

export const attacks: Attack[] = [
  // More than one statement.
  { id: 'multi-two', query: 'select 1; select 2', code: gate, alone: '42601' },
  { id: 'multi-drop', query: 'select 1; drop table own', code: gate, alone: '42601' },
  { id: 'multi-commit', query: 'commit; delete from own; begin', code: gate, alone: '42601' },
  { id: 'multi-comment', query: 'select 1 /* ; */; -- x\nselect 2', code: gate, alone: '42601' },
  { id: 'multi-dollar', query: 'select $a$;$a$; select 2', code: gate, alone: '42601' },
  { id: 'nothing-comment', query: '-- nothing', code: gate },
  { id: 'nothing-semicolon', query: ';', code: gate },
  { id: 'syntax', query: 'selec 1', code: '42601', alone: '42601' },

  // Transactions.
  ...[
    'begin',
    'commit',
    'rollback',
    'abort',
    'end',
    'savepoint a',
    'release a',
    'rollback to a',
    'start transaction',
  ].map((query) => refusedByGate(`tx-${query}`, query)),
  refusedByGate('tx-prepare', `prepare transaction 'x'`),
  refusedByGate('tx-read-write', 'set transaction read write'),
  refusedByGate('tx-characteristics', 'set session characteristics as transaction read write'),

  // Roles and settings.
  refusedByBoth('role-set', 'set role postgres'),
  refusedByGate('role-reset', 'reset role'),
  refusedByBoth('role-session', 'set session authorization postgres'),
  refusedByGate('role-password', `alter role current_user password 'mine'`),
  refusedByGate('role-default', 'alter role current_user set statement_timeout = 0'),
  refusedByBoth('role-super', 'alter role current_user superuser'),
  refusedByBoth('role-create', 'create role evil login'),
  refusedByBoth('role-grant', 'grant pg_read_server_files to current_user'),
  refusedByBoth('role-provisioner', 'grant rounds_provisioner to current_user'),
  refusedByBoth('role-drop', 'drop role rounds_app'),
  refusedByGate('role-reassign', 'reassign owned by current_user to current_user'),
  refusedByGate('role-drop-owned', 'drop owned by current_user'),
  refusedByGate('set-timeout', 'set statement_timeout = 0'),
  refusedByGate('set-local', 'set local statement_timeout = 0'),
  refusedByGate('set-path', 'set search_path = pg_catalog'),
  refusedByGate('reset-all', 'reset all'),
  refusedByBoth('set-config', `select set_config('statement_timeout', '0', false)`),
  refusedByBoth(
    'set-config-schema',
    `select pg_catalog.set_config('statement_timeout', '0', false)`,
  ),
  refusedByBoth(
    'set-config-unicode',
    `select U&"\\0073et_config"('statement_timeout', '0', false)`,
  ),
  refusedByBoth(
    'set-config-nested',
    `select (select max(set_config('a.b', x::text, false)) from generate_series(1, 3) x)`,
  ),
  refusedByGate('show', 'show all'),
  refusedByBoth('system', `alter system set log_statement = 'all'`),
  refusedByGate('grant-public', 'grant all on own to public'),
  refusedByBoth('database-alter', 'alter database postgres set statement_timeout = 0'),
  refusedByGate('default-privileges', 'alter default privileges grant all on tables to public'),

  // Files, programs, network.
  refusedByBoth('copy-program', `copy (select 1) to program 'id'`),
  refusedByBoth('copy-file', `copy own from '/etc/passwd'`),
  refusedByBoth('copy-out', `copy (select 1) to '/tmp/x'`),
  refusedByGate('copy-stdout', 'copy own to stdout'),
  refusedByBoth('read-file', `select pg_read_file('/etc/passwd')`),
  refusedByBoth('read-binary', `select pg_read_binary_file('/etc/passwd')`),
  refusedByBoth('ls-dir', `select pg_ls_dir('.')`),
  refusedByBoth('stat-file', `select pg_stat_file('.')`),
  refusedByBoth('lo-import', `select lo_import('/etc/passwd')`),
  refusedByBoth('lo-export', `select lo_export(1, '/tmp/x')`),
  refusedByBoth('lo-create', 'select lo_create(0)'),
  refusedByBoth('load', `load 'dblink'`),
  refusedByBoth('extension', 'create extension dblink'),
  refusedByBoth('extension-drop', 'drop extension postgres_fdw'),
  refusedByBoth(
    'server',
    `create server s foreign data wrapper postgres_fdw options (host '127.0.0.1')`,
  ),
  refusedByBoth('wrapper', 'create foreign data wrapper w'),
  refusedByBoth(
    'mapping',
    `create user mapping for current_user server platform options (user 'postgres', password 'x')`,
  ),
  refusedByBoth('foreign-table', 'create foreign table f (a int) server platform'),
  refusedByBoth('import-schema', 'import foreign schema public from server platform into clinic'),
  refusedByBoth(
    'dblink',
    `select * from dblink('host=127.0.0.1', 'select 1') as t(a int)`,
    '42883',
  ),
  refusedByBoth('fdw-disconnect', 'select rounds_internal.postgres_fdw_disconnect_all()'),
  refusedByBoth('subscription', `create subscription s connection 'host=127.0.0.1' publication p`),
  refusedByBoth('publication', 'create publication p for all tables'),
  refusedByBoth('tablespace', `create tablespace t location '/tmp'`),
  refusedByGate('table-in-tablespace', 'create table x (a int) tablespace pg_default'),
  refusedByDatabase('cross-database', 'select * from rounds.public.users', '0A000'),

  // Code of their own.
  refusedByBoth('function-sql', `create function f() returns int language sql as 'select 1'`),
  refusedByBoth('function-atomic', 'create function f() returns int return 1'),
  refusedByBoth(
    'function-plpgsql',
    `create function f() returns int language plpgsql as 'begin return 1; end'`,
  ),
  refusedByBoth(
    'function-internal',
    `create function f(text) returns text language internal as 'pg_read_file'`,
  ),
  refusedByBoth('function-c', `create function f(text) returns int language c as 'libc', 'system'`),
  refusedByBoth('procedure', `create procedure f() language sql as 'select 1'`),
  refusedByBoth('do', `do $$ begin perform 1; end $$`),
  refusedByGate('call', 'call f()'),
  refusedByGate(
    'trigger',
    'create trigger t before insert on own for each row execute function ' +
      'suppress_redundant_updates_trigger()',
  ),
  refusedByGate('rule', 'create rule r as on select to own do instead select 1'),
  refusedByGate('policy', 'create policy p on own using (true)'),
  refusedByBoth(
    'event-trigger',
    'create event trigger e on ddl_command_start execute function f()',
  ),
  refusedByGate('cast', 'create cast (text as int) without function'),
  refusedByGate(
    'operator',
    'create operator === (leftarg = int, rightarg = int, function = int4eq)',
  ),
  refusedByGate('aggregate', 'create aggregate a (int) (sfunc = int4pl, stype = int)'),
  refusedByGate('prepare', 'prepare p as select 1'),
  refusedByGate('execute', 'execute p'),
  refusedByGate('execute-table', 'create table x as execute p'),
  refusedByGate('declare', 'declare c cursor with hold for select 1'),
  refusedByGate('schema', 'create schema evil'),
  refusedByGate('schema-drop', 'drop schema clinic cascade'),
  refusedByGate('owner', 'alter table own owner to current_user'),
  refusedByGate('move', 'alter table own set schema pg_catalog'),
  refusedByGate('temporary', 'create temp table t (a int)'),
  refusedByGate('into-temporary', 'select 1 into temp t'),

  // SQL in strings.
  refusedByBoth('query-to-xml', `select query_to_xml('select * from pg_authid', true, true, '')`),
  refusedByGate(
    'query-to-xml-view',
    `create view v as select query_to_xml('select 1', true, true, '')`,
  ),
  refusedByBoth('database-to-xml', `select database_to_xml(true, true, '')`),
  refusedByBoth('schema-to-xml', `select schema_to_xml('clinic', true, true, '')`),
  refusedByBoth('table-to-xml', `select table_to_xml('own', true, true, '')`),
  refusedByBoth('ts-stat', `select * from ts_stat('select to_tsvector(name) from own')`),
  refusedByBoth(
    'ts-rewrite',
    `select ts_rewrite('a'::tsquery, 'select null::tsquery, null::tsquery')`,
  ),

  // // Data of others and of the server.
  ...[
    'pg_authid',
    'pg_shadow',
    'pg_roles',
    'pg_user',
    'pg_database',
    'pg_stat_activity',
    'pg_settings',
    'pg_locks',
    'pg_stat_database',
    'pg_stat_replication',
  ].map((name) => refusedByDatabase(`see-${name}`, `select * from ${name}`)),
  ...[
    'pg_user_mapping',
    'pg_user_mappings',
    'pg_foreign_server',
    'pg_foreign_table',
    'pg_hba_file_rules',
    'pg_auth_members',
    'pg_db_role_setting',
    'pg_subscription',
  ].map((name) => refusedByDatabase(`see-${name}`, `select * from ${name}`)),
  refusedByDatabase('see-internal', 'select * from rounds_internal.tasks'),
  refusedByDatabase('see-platform', 'select * from public.users', '42P01'),
  refusedByBoth('see-activity', 'select * from pg_stat_get_activity(null)'),
  refusedByBoth('see-setting', `select current_setting('data_directory')`),
  refusedByBoth('see-address', 'select inet_server_addr()'),
  refusedByBoth('see-control', 'select * from pg_control_system()'),
  refusedByDatabase('see-pid', 'select pg_backend_pid()'),
  refusedByDatabase('see-start', 'select pg_postmaster_start_time()'),
  refusedByDatabase('see-size', `select pg_database_size('postgres')`),
  refusedByDatabase('see-file', `select pg_relation_filepath('own')`),

  // // Writes where writing is not allowed.
  refusedByDatabase('write-view', `insert into tasks (id) values (gen_random_uuid())`, '55000'),
  refusedByDatabase('write-audit', 'delete from audit_logs'),
  refusedByDatabase('drop-view', 'drop view tasks'),
  refusedByDatabase('replace-view', 'create or replace view audit_logs as select 1 as id'),
  refusedByDatabase('comment-view', `comment on view tasks is 'x'`),
  refusedByDatabase('write-catalogue', `update pg_class set relowner = 10`),
  refusedByDatabase('table-in-catalogue', 'create table pg_catalog.x (a int)'),
  refusedByDatabase('table-in-internal', 'create table rounds_internal.x (a int)'),
  refusedByDatabase('table-in-schema', 'create table information_schema.x (a int)'),

  // // Time of others and resources of the server.
  refusedByBoth('sleep', 'select pg_sleep(60)'),
  refusedByBoth('sleep-for', `select pg_sleep_for('1 minute')`),
  refusedByBoth('terminate', 'select pg_terminate_backend(1)'),
  refusedByBoth('cancel', 'select pg_cancel_backend(1)'),
  refusedByBoth('advisory', 'select pg_advisory_lock(1)'),
  refusedByBoth('advisory-try', 'select pg_try_advisory_lock(1)'),
  refusedByGate('lock', 'lock table own'),
  refusedByGate('listen', 'listen x'),
  refusedByGate('notify', `notify x, 'y'`),
  refusedByBoth('notify-function', `select pg_notify('x', 'y')`),
  refusedByGate('vacuum', 'vacuum full'),
  refusedByGate('analyze', 'analyze'),
  refusedByGate('reindex', 'reindex table own'),
  refusedByGate('cluster', 'cluster'),
  refusedByBoth('checkpoint', 'checkpoint'),
  refusedByGate('discard', 'discard all'),
  refusedByGate('concurrently', 'create index concurrently i on own (id)'),
  refusedByBoth('database', 'create database evil'),
  refusedByBoth('database-drop', 'drop database postgres', '42501'),
  refusedByGate('security-label', `security label on table own is 'x'`),
  refusedByDatabase('stats-reset', 'select pg_stat_reset()'),
  refusedByBoth('wal-switch', 'select pg_switch_wal()'),
  refusedByBoth('reload', 'select pg_reload_conf()'),
  refusedByBoth('logical-message', `select pg_logical_emit_message(false, 'a', 'b')`),
  {
    id: 'temp-files',
    query:
      'select count(*) from (select md5(x::text) from generate_series(1, 20000000) x order by 1) y',
    code: '53400',
    statementMs: 20_000,
  },
  {
    id: 'rows',
    query: 'select generate_series(1, 10001)',
    code: 'result_too_large',
    statementMs: 20_000,
  },
  {
    id: 'rows-many',
    query: 'select generate_series(1, 100000000)',
    code: 'result_too_large',
    statementMs: 20_000,
  },
  {
    id: 'bytes',
    query: `select repeat('x', 11000000)`,
    code: 'result_too_large',
    statementMs: 20_000,
  },
  {
    id: 'bytes-huge',
    query: `select repeat('x', 1000000000)`,
    code: 'too_much_memory',
    statementMs: 20_000,
  },
  {
    id: 'bytes-escaped',
    query: `select repeat(chr(1), 3000000)`,
    code: 'result_too_large',
    statementMs: 20_000,
  },
  {
    id: 'columns',
    query: `select ${Array.from({ length: 1700 }, (_, number) => number).join(', ')}`,
    code: '54011',
  },
  { id: 'deep', query: `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, code: '42601' },
  { id: 'deep-tree', query: `select 1${'+1'.repeat(20_000)}`, code: gate },
  {
    id: 'time',
    query: 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b',
    code: '57014',
    statementMs: 500,
  },
  {
    id: 'recursion',
    query:
      'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r',
    code: '53400',
    statementMs: 20_000,
  },
]
