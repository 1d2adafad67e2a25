extension ServerSchema {
  /// Version 4: which machines are connected, and when the others were last.
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
    """#
}
