import type pg from 'pg'

/**
 * Lets Postgres itself record every change of a task or run that had ended: E3 says that there is
 * none. For the superuser of a test's database. The handler may still set the output of a failed
 * task, and the late answer of its call that of a cancelled one.
 */
export async function installWitness(admin: pg.Client): Promise<void> {
  await admin.query(`
    create table witness (what text not null, id uuid not null, was text, became text, at timestamptz not null default clock_timestamp());
    create function witness() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if old.status in ('completed', 'failed', 'skipped', 'cancelled') and (new.status <> old.status
        or old.status = 'completed' and (new.output is distinct from old.output or new.output_ref is distinct from old.output_ref)) then
        insert into witness (what, id, was, became) values (tg_argv[0], old.id, old.status || ' ' || coalesce(old.output::text, ''), new.status || ' ' || coalesce(new.output::text, ''));
      end if;
      return null;
    end $$;
    create trigger witness after update on tasks for each row execute function witness('task');
    create trigger witness after update on runs for each row execute function witness('run');`)
}
