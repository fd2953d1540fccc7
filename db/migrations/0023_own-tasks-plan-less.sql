-- What an organization's SQL reads of tasks. Joins to one row at most are outer ones, so that a statement which needs nothing of theirs is planned without them:
-- planning the months of three tables was most of what such a statement cost.
CREATE OR REPLACE VIEW organization_reading.tasks WITH (security_barrier) AS
SELECT t.id, t.run_id, r.status AS run_status, r.workflow_id, w.slug AS workflow_slug, w.name AS workflow_name, t.key, t.step_id, t.step_type, t.title, t.status,
  t.attempt, coalesce(t.output, p.body) AS output, p.size AS output_bytes, t.via, t.error, t.priority, t.completed_by, t.created_at, t.started_at, t.finished_at
FROM tasks t
LEFT JOIN runs r ON r.id = t.run_id
LEFT JOIN workflows w ON w.id = r.workflow_id
LEFT JOIN payloads p ON p.run_id = t.run_id AND p.hash = t.output_ref
WHERE t.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user)
UNION ALL
SELECT born_task_id(r.id, f.key, f.position), r.id, r.status, r.workflow_id, w.slug, w.name, f.key, f.key, f.step_type, f.title, f.status,
  0, NULL, NULL, NULL, NULL, f.priority, NULL, r.created_at, NULL, NULL
FROM runs r
JOIN first_tasks f ON f.version_id = r.version_id
LEFT JOIN workflows w ON w.id = r.workflow_id
WHERE r.unwritten AND r.organization_id = (SELECT d.organization_id FROM organization_databases d WHERE d.reader_role = session_user);
