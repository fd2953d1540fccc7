/**
 * The objects that are closed in the database of an organization, for every statement. The SQL runs
 * as the superuser in the template from which those databases are cloned, because only the owner of
 * the built-in functions may revoke them from PUBLIC.
 *
 * Built-in functions are refused by rule and allowed by name: every volatile function and every
 * function called pg_… is refused unless `allowed` lists it. So functions of a later Postgres under
 * these rules are refused until an engineer has reviewed them (`catalogue.test.ts` prints what
 * changed).
 */
const allowed = [
  // Random numbers, time, identifiers and sequences.
  'random',
  'random_normal',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'clock_timestamp',
  'timeofday',
  'nextval',
  'currval',
  'lastval',
  'setval',
  'array_sample',
  'array_shuffle',
  // About values.
  'pg_typeof',
  'pg_basetype',
  'pg_column_size',
  'pg_column_compression',
  'pg_collation_for',
  'pg_size_pretty',
  'pg_size_bytes',
  'pg_input_is_valid',
  'pg_input_error_info',
  'pg_get_keywords',
  'pg_client_encoding',
  'pg_encoding_to_char',
  'pg_char_to_encoding',
  'pg_encoding_max_length',
  // For the organization's own tables; information_schema and tools that list tables call these.
  'pg_get_expr',
  'pg_get_constraintdef',
  'pg_get_indexdef',
  'pg_get_viewdef',
  'pg_get_serial_sequence',
  'pg_get_partkeydef',
  'pg_get_function_arguments',
  'pg_get_function_result',
  'pg_get_function_identity_arguments',
  'pg_get_function_arg_default',
  'pg_get_statisticsobjdef',
  'pg_get_partition_constraintdef',
  'pg_sequence_parameters',
  'pg_sequence_last_value',
  'pg_get_sequence_data',
  'pg_table_is_visible',
  'pg_type_is_visible',
  'pg_function_is_visible',
  'pg_operator_is_visible',
  'pg_collation_is_visible',
  'pg_opclass_is_visible',
  'pg_relation_size',
  'pg_table_size',
  'pg_indexes_size',
  'pg_total_relation_size',
  'pg_partition_tree',
  'pg_partition_root',
  'pg_partition_ancestors',
  'pg_relation_is_updatable',
  'pg_column_is_updatable',
  'pg_has_role',
  'pg_index_column_has_property',
  'pg_index_has_property',
  'pg_my_temp_schema',
  'pg_is_other_temp_schema',
  'pg_options_to_table',
  'pg_describe_object',
  'pg_identify_object',
]

/**
 * These are neither volatile nor called pg_…, but they run SQL in a string, or reveal data of the
 * server. (`current_setting` would show the path of the server's files to a reader of error
 * messages, and the settings that limit the organization.)
 */
const refused = [
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'cursor_to_xml',
  'cursor_to_xmlschema',
  'table_to_xml',
  'table_to_xmlschema',
  'table_to_xml_and_xmlschema',
  'schema_to_xml',
  'schema_to_xmlschema',
  'schema_to_xml_and_xmlschema',
  'database_to_xml',
  'database_to_xmlschema',
  'database_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'current_setting',
  'inet_client_addr',
  'inet_client_port',
  'inet_server_addr',
  'inet_server_port',
  'txid_current',
  'txid_current_if_assigned',
  'txid_current_snapshot',
  'txid_status',
  'row_security_active',
  'acldefault',
  'aclexplode',
  'has_server_privilege',
  'has_foreign_data_wrapper_privilege',
  'has_database_privilege',
  'has_tablespace_privilege',
  'has_parameter_privilege',
]

/**
 * Catalogues of the whole server, of other sessions, and of the foreign tables' connection to the
 * platform.
 */
const relations = [
  'pg_database',
  'pg_db_role_setting',
  'pg_auth_members',
  'pg_roles',
  'pg_user',
  'pg_group',
  'pg_tablespace',
  'pg_shdepend',
  'pg_shdescription',
  'pg_shseclabel',
  'pg_parameter_acl',
  'pg_settings',
  'pg_locks',
  'pg_prepared_xacts',
  'pg_prepared_statements',
  'pg_cursors',
  'pg_available_extensions',
  'pg_available_extension_versions',
  'pg_replication_origin',
  'pg_subscription',
  'pg_publication',
  'pg_foreign_server',
  'pg_foreign_data_wrapper',
  'pg_foreign_table',
  'pg_user_mappings',
  'pg_timezone_names',
  'pg_timezone_abbrevs',
  'pg_largeobject_metadata',
]

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ')

export const hardening = `
DROP SCHEMA IF EXISTS public CASCADE;
CREATE SCHEMA IF NOT EXISTS rounds_internal;
CREATE EXTENSION IF NOT EXISTS postgres_fdw SCHEMA rounds_internal;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA rounds_internal FROM PUBLIC;
GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO rounds_provisioner;
GRANT USAGE, CREATE ON SCHEMA rounds_internal TO rounds_provisioner;
DO $$
DECLARE f record;
BEGIN
  FOR f IN
    SELECT p.oid::regprocedure AS signature FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
      AND (p.proname IN (${list(refused)}) OR ((p.provolatile = 'v' OR p.proname LIKE 'pg\\_%') AND p.proname NOT IN (${list(allowed)})))
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f.signature);
  END LOOP;
  FOR f IN
    SELECT c.oid::regclass AS signature FROM pg_class c
    WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind IN ('r', 'v')
      AND (c.relname IN (${list(relations)}) OR (c.relname LIKE 'pg\\_stat%' AND c.relname NOT IN ('pg_stats', 'pg_statistic', 'pg_statistic_ext')))
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', f.signature);
  END LOOP;
END $$;
REVOKE USAGE ON LANGUAGE sql, plpgsql FROM PUBLIC;
`

/** For the catalogue test: the volatile and pg_… functions that should remain. */
export const allowedFunctions: readonly string[] = allowed
