extension ServerSchema {
  /// Version 3: sharing that was cut off goes on, and a list that the server has is shared again from
  /// a copy of it.
  static let third = #"""
    -- Ends a machine, if there is one of that name: another takes its place.
    CREATE FUNCTION trolley.give_way(for_list uuid, machine text) RETURNS void LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      gone name;
    BEGIN
      UPDATE trolley.machine m SET revoked = now()
        WHERE m.list = for_list AND m.name = machine AND m.revoked IS NULL RETURNING role INTO gone;
      IF gone IS NOT NULL THEN EXECUTE format('ALTER ROLE %I NOLOGIN', gone); END IF;
    END $$;

    -- As before, also when the first attempt was cut off before the first line.
    CREATE OR REPLACE FUNCTION trolley.share(header text, machine text, verifier text) RETURNS name
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      new_list uuid := substring(header FROM '^\{"trolley":"journal","v":[0-9]{1,3},"list":"([0-9a-f]{32})"');
      new_role name;
    BEGIN
      IF new_list IS NULL THEN RAISE EXCEPTION 'header' USING ERRCODE = 'TR003'; END IF;
      IF EXISTS (SELECT FROM trolley.list WHERE id = new_list AND head_n > 0) THEN
        RAISE EXCEPTION 'there already' USING ERRCODE = 'TR006';
      END IF;
      INSERT INTO trolley.list (id, format, head_n, head_crc, channel)
        VALUES (new_list, 1, 0, trolley.sound_end(header),
          'trolley_' || replace(gen_random_uuid()::text, '-', ''))
        ON CONFLICT DO NOTHING;
      INSERT INTO trolley.journal (list, n, line) VALUES (new_list, 0, header) ON CONFLICT DO NOTHING;
      PERFORM trolley.give_way(new_list, machine);
      new_role := trolley.add_machine(new_list, machine, verifier, 'infinity', true);
      UPDATE trolley.machine SET joined = now() WHERE role = new_role;
      RETURN new_role;
    END $$;

    -- After an upload that was cut off, or on a server that was restored from a backup. Who knows the
    -- checksum of a line has a copy of the list. A machine of the same name gives way to this one.
    CREATE FUNCTION trolley.share_again(list uuid, machine text, verifier text, n bigint, crc text)
      RETURNS name LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      head bigint;
      new_role name;
    BEGIN
      SELECT l.head_n INTO head FROM trolley.list l WHERE l.id = share_again.list;
      IF head IS NULL THEN RAISE EXCEPTION 'no list' USING ERRCODE = 'TR001'; END IF;
      IF n > head THEN RAISE EXCEPTION '%', head USING ERRCODE = 'TR006'; END IF;
      IF n < 1 OR NOT EXISTS (
        SELECT FROM trolley.journal j WHERE j.list = share_again.list AND j.n = share_again.n
          AND right(j.line, 10) = crc || '"}')
      THEN
        RAISE EXCEPTION 'apart' USING ERRCODE = 'TR009';
      END IF;
      PERFORM trolley.give_way(share_again.list, machine);
      new_role := trolley.add_machine(share_again.list, machine, verifier, 'infinity', true);
      UPDATE trolley.machine SET joined = now() WHERE role = new_role;
      RETURN new_role;
    END $$;
    """#
}
