extension ServerSchema {
  /// Version 5: appending costs less. A list that only one machine has open announces nothing, which
  /// PostgreSQL would tell every connection that listens to anything; a writer that is behind is
  /// refused before it waits for the others; the table of the checksum is a constant.
  static let fifth = #"""
    -- Which connections have asked to hear of a list. A row that is left behind by one that has ended
    -- costs an announcement that no connection needs.
    CREATE UNLOGGED TABLE trolley.listener (
      list uuid NOT NULL REFERENCES trolley.list,
      -- Of the server.
      process int NOT NULL,
      role name NOT NULL,
      PRIMARY KEY (list, process));

    -- As before, and after it the machine hears of every change that it has not seen. Called before it
    -- reads, and now and then.
    CREATE OR REPLACE FUNCTION trolley_machine.be_seen(list uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(be_seen.list);
      IF current_setting('transaction_read_only')::boolean THEN RETURN; END IF;
      UPDATE trolley.machine m SET seen = now()
        WHERE m.list = be_seen.list AND m.role = session_user;
      IF EXISTS (
        SELECT FROM trolley.listener l WHERE l.list = be_seen.list AND l.process = pg_backend_pid()
          AND l.role = session_user)
      THEN RETURN; END IF;
      -- Waits for an append that looked before this row was there: what it wrote can be read then.
      PERFORM FROM trolley.list l WHERE l.id = be_seen.list FOR UPDATE;
      DELETE FROM trolley.listener l WHERE l.list = be_seen.list AND (
        l.process = pg_backend_pid() OR NOT EXISTS (
          SELECT FROM pg_stat_activity a WHERE a.pid = l.process AND a.usename = l.role));
      INSERT INTO trolley.listener VALUES (be_seen.list, pg_backend_pid(), session_user);
    END $$;

    -- Until `be_seen` this connection hears of no change: it reads with every change of its own.
    CREATE FUNCTION trolley_machine.stop_hearing(list uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(stop_hearing.list);
      DELETE FROM trolley.listener l WHERE l.list = stop_hearing.list
        AND l.process = pg_backend_pid() AND l.role = session_user;
    END $$;

    -- PostgreSQL before 18 counts by itself.
    DO $crc$ BEGIN
      IF to_regclass('trolley.crc') IS NOT NULL THEN
        EXECUTE format($f$
          CREATE OR REPLACE FUNCTION trolley.checksum(bytes bytea) RETURNS text LANGUAGE plpgsql
            IMMUTABLE SET search_path = pg_catalog, pg_temp AS $body$
          DECLARE
            remainders CONSTANT bigint[] := %L;
            value bigint := 4294967295;
          BEGIN
            FOR at IN 0 .. length(bytes) - 1 LOOP
              value := (value >> 8) # remainders[((value # get_byte(bytes, at)) & 255) + 1];
            END LOOP;
            RETURN lpad(to_hex(value # 4294967295), 8, '0');
          END $body$ $f$, (SELECT array_agg(remainder ORDER BY byte) FROM trolley.crc)::text);
        DROP TABLE trolley.crc;
      END IF;
    END $crc$;

    -- As before; who is behind hears so at once, and who is alone is not announced.
    CREATE OR REPLACE FUNCTION trolley_machine.append(
      list uuid, client int, after bigint, after_crc text, lines text
    ) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      head trolley.list;
      line text;
      ending text;
      part text[];
      key text[];
      is_open boolean := false;
      newest int := 0;
    BEGIN
      PERFORM trolley.check_member(append.list);
      PERFORM trolley.check_writer(client);
      SELECT * INTO head FROM trolley.list l WHERE l.id = append.list;
      IF head.head_n = after THEN
        SELECT * INTO head FROM trolley.list l WHERE l.id = append.list FOR UPDATE;
      END IF;
      IF head.head_n <> after OR head.head_crc <> after_crc THEN
        RAISE EXCEPTION 'the head is %', head.head_n USING ERRCODE = 'TR002';
      END IF;
      FOREACH line IN ARRAY string_to_array(lines, E'\n') LOOP
        part := regexp_match(line,
          '^\{"v":([0-9]{1,3}),"n":([0-9]{1,15}),(?:"with":[0-9]{1,15},)?("more":true,)?"');
        IF part IS NULL OR part[2] <> (head.head_n + 1)::text
          OR right(line, 36) NOT LIKE ',"prev":"' || head.head_crc || '",%'
        THEN
          RAISE EXCEPTION 'not the next line' USING ERRCODE = 'TR003';
        END IF;
        ending := trolley.sound_end(line);
        key := CASE WHEN is_open THEN NULL ELSE regexp_match(line,
          '^\{[^{}"]*(?:"[a-z]+":[a-z0-9]+,)*"by":"([^"\\]{1,64})","i":([0-9]{1,15}),') END;
        INSERT INTO trolley.journal VALUES (append.list, head.head_n + 1, line, key[1], key[2]::bigint);
        head.head_n := head.head_n + 1;
        head.head_crc := ending;
        is_open := part[3] IS NOT NULL;
        newest := greatest(newest, part[1]::int);
      END LOOP;
      IF is_open OR head.head_n = after THEN RAISE EXCEPTION 'an open step' USING ERRCODE = 'TR003'; END IF;
      UPDATE trolley.list SET head_n = head.head_n, head_crc = head.head_crc,
        format = greatest(format, newest) WHERE id = append.list;
      IF EXISTS (
        SELECT FROM trolley.listener l
          WHERE l.list = append.list AND l.process <> pg_backend_pid())
      THEN PERFORM pg_notify(head.channel, head.head_n::text); END IF;
      RETURN head.head_n;
    END $$;
    """#
}
