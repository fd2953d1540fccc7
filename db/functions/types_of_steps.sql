-- The types of the steps of a definition, each once.
CREATE OR REPLACE FUNCTION types_of_steps(definition json) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT array(
    SELECT DISTINCT step->>'type'
    FROM json_array_elements(CASE WHEN json_typeof(definition->'steps') = 'array'
      THEN definition->'steps' ELSE '[]' END) AS step
    ORDER BY 1)
$$;
