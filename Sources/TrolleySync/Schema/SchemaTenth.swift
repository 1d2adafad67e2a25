extension ServerSchema {
  /// Version 10: who is there is told by the server's processes, not by advisory locks, which every role
  /// of the server may take.
  static let tenth = #"""
    -- Until they connect again or change their note, the machines of this moment are not seen.
    DROP TABLE trolley.presence;
    DROP SEQUENCE trolley.presence_lock;
    DROP FUNCTION trolley.is_held(int);

    -- As long as the process of a row serves its role, that machine is there.
    CREATE UNLOGGED TABLE trolley.presence (
      list uuid NOT NULL REFERENCES trolley.list,
      -- Of the server.
      process int NOT NULL,
      role name NOT NULL,
      note text NOT NULL CHECK (octet_length(note) <= 8192),
      -- A server that starts again counts its processes anew.
      since timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (list, process));

    CREATE FUNCTION trolley.is_there(one trolley.presence) RETURNS boolean LANGUAGE sql STABLE
      SET search_path = pg_catalog, pg_temp AS $$
      SELECT one.since >= pg_postmaster_start_time() AND EXISTS (
        SELECT FROM pg_stat_activity a WHERE a.pid = one.process AND a.usename = one.role)
    $$;

    -- As before; `lock` is what programs pass that had one.
    CREATE OR REPLACE FUNCTION trolley_machine.be_present(list uuid, lock int, note text) RETURNS int
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(be_present.list);
      IF lock IS DISTINCT FROM pg_backend_pid() THEN
        DELETE FROM trolley.presence p WHERE p.list = be_present.list AND NOT trolley.is_there(p);
      END IF;
      INSERT INTO trolley.presence AS p
        VALUES (be_present.list, pg_backend_pid(), session_user, be_present.note)
        ON CONFLICT ON CONSTRAINT presence_pkey DO UPDATE
          SET role = excluded.role, note = excluded.note, since = excluded.since;
      PERFORM pg_notify(l.channel, 'present') FROM trolley.list l WHERE l.id = be_present.list;
      RETURN pg_backend_pid();
    END $$;

    -- As before.
    CREATE OR REPLACE FUNCTION trolley_machine.present(list uuid)
      RETURNS TABLE (machine text, note text, lock int)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(present.list);
      RETURN QUERY SELECT m.name, p.note, p.process FROM trolley.presence p
        JOIN trolley.machine m ON m.list = p.list AND m.role = p.role AND m.revoked IS NULL
        WHERE p.list = present.list AND trolley.is_there(p) ORDER BY m.name, p.process;
    END $$;
    """#
}
