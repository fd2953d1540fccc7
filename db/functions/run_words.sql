-- The words of a run: of every text and number in its start data and of its title, in lower case,
-- cut at what is neither letter nor digit.
CREATE OR REPLACE FUNCTION run_words(start_data jsonb, title text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT array_to_tsvector(array(
    SELECT DISTINCT left(word, 60)
    FROM (
        SELECT found #>> '{}' AS text
        FROM jsonb_path_query(start_data, 'strict $.**') AS found
        WHERE jsonb_typeof(found) IN ('string', 'number')
        UNION ALL
        SELECT title
      ) AS texts,
      regexp_split_to_table(lower(left(text, 4000)), '[^[:alnum:]]+') AS word
    WHERE word <> '' LIMIT 2000))
$$;
