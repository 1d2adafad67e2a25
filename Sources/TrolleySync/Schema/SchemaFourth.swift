extension ServerSchema {
  /// Version 4: which machines are connected, and when the others were last; wrong tries by machine.
  static let fourth = #"""
    ALTER TABLE trolley.machine ADD COLUMN seen timestamptz;

    -- Says that this machine is there. A standby does not remember it, which is no error.
    CREATE FUNCTION trolley_machine.be_seen(list uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(be_seen.list);
      IF current_setting('transaction_read_only')::boolean THEN RETURN; END IF;
      UPDATE trolley.machine m SET seen = now()
        WHERE m.list = be_seen.list AND m.role = session_user;
    END $$;

    -- As before, and after it: whether it is connected now, and for how many seconds it was not seen.
    DROP FUNCTION trolley_machine.machines(uuid);
    CREATE FUNCTION trolley_machine.machines(list uuid)
      RETURNS TABLE (
        name text, may_invite boolean, joined boolean, revoked boolean, is_self boolean,
        is_online boolean, unseen bigint)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(machines.list);
      RETURN QUERY SELECT m.name, m.may_invite, m.joined IS NOT NULL, m.revoked IS NOT NULL,
          m.role = session_user,
          m.joined IS NOT NULL AND EXISTS (
            SELECT FROM pg_stat_activity a
            WHERE a.usename = m.role AND a.datname = current_database()),
          extract(epoch FROM now() - greatest(m.seen, m.joined))::bigint
        FROM trolley.machine m WHERE m.list = machines.list ORDER BY m.invited, m.name;
    END $$;

    -- No program has called these: each machine counts on its own disk, with or without a network, and
    -- tells how far it has counted.
    DROP FUNCTION trolley_machine.count_try(uuid, text);
    DROP FUNCTION trolley_machine.forget_tries(uuid, text);
    DROP TABLE trolley.tries;
    CREATE TABLE trolley.tries (
      list uuid NOT NULL REFERENCES trolley.list,
      role name NOT NULL,
      -- A keyed hash, or a word for all: the server does not learn whose it is.
      who text NOT NULL CHECK (who ~ '^[!-~]{1,100}$'),
      failed int NOT NULL CHECK (failed > 0),
      last timestamptz NOT NULL,
      PRIMARY KEY (list, role, who));

    -- What this machine has counted, in place of what it told before. Ages are seconds, so that only
    -- the server's clock counts.
    CREATE FUNCTION trolley_machine.tell_tries(
      list uuid, who text[], failed int[], age double precision[]
    ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(tell_tries.list);
      IF cardinality(who) > 200 THEN RAISE EXCEPTION 'too many' USING ERRCODE = '54000'; END IF;
      DELETE FROM trolley.tries t WHERE t.list = tell_tries.list AND t.role = session_user;
      IF NOT FOUND AND cardinality(who) = 0 THEN RETURN; END IF;
      INSERT INTO trolley.tries
        SELECT tell_tries.list, session_user, n.who, n.failed,
          now() - make_interval(secs => least(greatest(n.age, 0), 1e8))
        FROM unnest(tell_tries.who, tell_tries.failed, tell_tries.age) AS n (who, failed, age);
      PERFORM pg_notify(l.channel, 'tries') FROM trolley.list l WHERE l.id = tell_tries.list;
    END $$;

    -- What the other machines have counted.
    CREATE FUNCTION trolley_machine.tries(list uuid)
      RETURNS TABLE (who text, failed bigint, age double precision)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(tries.list);
      RETURN QUERY SELECT t.who, sum(t.failed), extract(epoch FROM now() - max(t.last))::float8
        FROM trolley.tries t
        JOIN trolley.machine m ON m.list = t.list AND m.role = t.role AND m.revoked IS NULL
        WHERE t.list = tries.list AND t.role <> session_user
        GROUP BY t.who ORDER BY max(t.last) DESC LIMIT 1000;
    END $$;
    """#
}
