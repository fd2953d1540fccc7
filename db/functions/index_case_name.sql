-- Lets a run be found by the name that a step gave it, besides its start data.
CREATE OR REPLACE FUNCTION index_case_name() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.run_search
  SET words = public.run_words(NEW.start_data, concat_ws(' ', NEW.title, NEW.subtitle,
    NEW.patient_key,
    (SELECT string_agg(value ->> 'value', ' ') FROM jsonb_array_elements(NEW.case_columns) AS value)))
  WHERE run_id = NEW.id;
  RETURN NULL;
END $$;
