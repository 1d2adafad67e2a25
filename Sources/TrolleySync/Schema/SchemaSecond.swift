extension ServerSchema {
  /// Version 2: who is there, and wrong tries at PINs and passwords, on all machines together.
  static let second = #"""
    -- As long as a connection holds the advisory lock of a row, its machine is there.
    CREATE UNLOGGED TABLE trolley.presence (
      list uuid NOT NULL REFERENCES trolley.list,
      lock int NOT NULL,
      role name NOT NULL,
      note text NOT NULL CHECK (octet_length(note) <= 8192),
      PRIMARY KEY (list, role, lock));
    CREATE SEQUENCE trolley.presence_lock AS int CYCLE;

    CREATE TABLE trolley.tries (
      list uuid NOT NULL REFERENCES trolley.list,
      -- A keyed hash: the server does not learn whose it is.
      who text NOT NULL CHECK (who ~ '^[!-~]{1,100}$'),
      failed int NOT NULL,
      last timestamptz NOT NULL,
      PRIMARY KEY (list, who));

    CREATE FUNCTION trolley.is_held(lock int) RETURNS boolean LANGUAGE sql STABLE
      SET search_path = pg_catalog, pg_temp AS $$
      SELECT EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1414680397
          AND objid = lock::oid AND objsubid = 2 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    $$;

    -- Says that this machine is there, with a note for the others; for as long as the connection
    -- lives. Returns what to pass to change the note.
    CREATE FUNCTION trolley_machine.be_present(list uuid, lock int, note text) RETURNS int
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      number int := lock;
    BEGIN
      PERFORM trolley.check_member(be_present.list);
      IF number IS NULL THEN
        number := nextval('trolley.presence_lock');
        IF NOT pg_try_advisory_lock(1414680397, number) THEN
          RAISE EXCEPTION 'presence' USING ERRCODE = '55P03';
        END IF;
        DELETE FROM trolley.presence p WHERE p.list = be_present.list AND NOT trolley.is_held(p.lock);
        INSERT INTO trolley.presence VALUES (be_present.list, number, session_user, note);
      ELSE
        UPDATE trolley.presence p SET note = be_present.note
          WHERE p.list = be_present.list AND p.lock = number AND p.role = session_user;
      END IF;
      PERFORM pg_notify(l.channel, 'present') FROM trolley.list l WHERE l.id = be_present.list;
      RETURN number;
    END $$;

    CREATE FUNCTION trolley_machine.present(list uuid)
      RETURNS TABLE (machine text, note text, lock int)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(present.list);
      RETURN QUERY SELECT m.name, p.note, p.lock FROM trolley.presence p
        JOIN trolley.machine m ON m.list = p.list AND m.role = p.role AND m.revoked IS NULL
        WHERE p.list = present.list AND trolley.is_held(p.lock) ORDER BY m.name, p.lock;
    END $$;

    -- Counts a try before it is looked at. Returns how many failed in a row, and for how many
    -- seconds the last one is over, by the server's clock alone.
    CREATE FUNCTION trolley_machine.count_try(
      list uuid, who text, OUT failed int, OUT age double precision
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(count_try.list);
      SELECT extract(epoch FROM clock_timestamp() - t.last) INTO age
        FROM trolley.tries t WHERE t.list = count_try.list AND t.who = count_try.who;
      INSERT INTO trolley.tries AS t VALUES (count_try.list, count_try.who, 1, clock_timestamp())
        ON CONFLICT ON CONSTRAINT tries_pkey DO UPDATE
          SET failed = least(t.failed + 1, 1000000), last = clock_timestamp()
        RETURNING t.failed INTO failed;
    END $$;

    -- After the right one.
    CREATE FUNCTION trolley_machine.forget_tries(list uuid, who text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(forget_tries.list);
      DELETE FROM trolley.tries t WHERE t.list = forget_tries.list AND t.who = forget_tries.who;
    END $$;
    """#
}
