extension ServerSchema {
  /// Version 8: appending and taking a turn cost a third less. What a function in PL/pgSQL costs is
  /// mostly its expressions, which each transaction prepares anew, so there are as few as possible.
  static let eighth = #"""
    -- As before; the tables are constants of their own that are read in place, where a variable of all
    -- of them was taken apart in each call.
    DO $crc$
    DECLARE
      tables text[];
      remainders bigint[];
      first bigint[];
      last bigint[];
      rest bigint;
    BEGIN
      IF current_setting('server_version_num')::int >= 180000 THEN RETURN; END IF;
      FOR place IN 1 .. 8 LOOP
        FOR byte IN 0 .. 255 LOOP
          IF place = 1 THEN
            rest := byte;
            FOR bit IN 1 .. 8 LOOP
              rest := CASE WHEN rest & 1 = 1 THEN (rest >> 1) # 2197175160 ELSE rest >> 1 END;
            END LOOP;
          ELSE
            rest := (last[byte + 1] >> 8) # first[1 + (last[byte + 1] & 255)];
          END IF;
          remainders[byte + 1] := rest;
        END LOOP;
        IF place = 1 THEN first := remainders; END IF;
        last := remainders;
        tables[place] := format('(''[0:255]=%s''::bigint[])', remainders);
      END LOOP;
      EXECUTE format($f$
        CREATE OR REPLACE FUNCTION trolley.checksum(bytes bytea) RETURNS text LANGUAGE plpgsql
          IMMUTABLE AS $body$
        DECLARE
          size int := length(bytes);
          v bigint := 4294967295;
        BEGIN
          FOR at IN 0 .. size - 8 BY 8 LOOP
            v := %8$s[v & 255 # get_byte(bytes, at)] # %7$s[(v >> 8) & 255 # get_byte(bytes, at + 1)]
              # %6$s[(v >> 16) & 255 # get_byte(bytes, at + 2)]
              # %5$s[(v >> 24) # get_byte(bytes, at + 3)] # %4$s[get_byte(bytes, at + 4)]
              # %3$s[get_byte(bytes, at + 5)] # %2$s[get_byte(bytes, at + 6)]
              # %1$s[get_byte(bytes, at + 7)];
          END LOOP;
          FOR at IN size - size %% 8 .. size - 1 LOOP
            v := (v >> 8) # %1$s[v & 255 # get_byte(bytes, at)];
          END LOOP;
          RETURN lpad(to_hex(v # 4294967295), 8, '0');
        END $body$ $f$, VARIADIC tables);
    END $crc$;

    -- As before; one query for the turn of a machine that may write, and the lines come in order, not
    -- to be sorted. With the limit the planner knows that they are few: without it each turn planned
    -- the query anew.
    CREATE OR REPLACE FUNCTION trolley_machine.open(
      list uuid, client int, after bigint, bytes bigint,
      OUT last bigint, OUT lines text, OUT head_n bigint, OUT head_crc text
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM FROM trolley.turn t, trolley.machine m, trolley.setting s
        WHERE t.list = open.list AND m.list = open.list AND m.role = session_user
          AND m.revoked IS NULL AND client >= s.oldest_writer
        FOR UPDATE OF t;
      IF NOT FOUND THEN
        PERFORM trolley.check_member(open.list);
        PERFORM trolley.check_writer(client);
        INSERT INTO trolley.turn VALUES (open.list) ON CONFLICT DO NOTHING;
        PERFORM FROM trolley.turn t WHERE t.list = open.list FOR UPDATE;
      END IF;
      SELECT l.head_n, l.head_crc INTO head_n, head_crc
        FROM trolley.list l WHERE l.id = open.list FOR UPDATE;
      IF head_n - after <= 64 AND bytes >= 64 * 65536 THEN
        SELECT max(k.n), string_agg(k.line, E'\n') INTO last, lines FROM (
          SELECT j.n, j.line FROM trolley.journal j WHERE j.list = open.list AND j.n > after
          ORDER BY j.n LIMIT 64) k;
      ELSE
        SELECT r.last, r.lines INTO last, lines
          FROM trolley_machine.read_since(open.list, after, bytes) r;
      END IF;
    END $$;

    -- As before. The list's row is changed first, so that each line can be judged and written in one
    -- go: nothing of it is there unless all are good.
    CREATE OR REPLACE FUNCTION trolley_machine.append(
      list uuid, client int, after bigint, after_crc text, lines text
    ) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      bell text;
      newest int;
      all_lines text[] := string_to_array(lines, E'\n');
      line text;
      version text;
      opening text;
      rest text;
      author text;
      step text;
      n bigint := after;
      crc text := after_crc;
      ending text;
      is_open boolean := false;
      is_first boolean;
    BEGIN
      -- One query for a machine that may write; the functions say why another may not.
      UPDATE trolley.list l
        SET head_n = after + cardinality(all_lines), head_crc = left(right(lines, 10), 8)
        FROM trolley.machine m, trolley.setting s
        WHERE l.id = append.list AND l.head_n = after AND l.head_crc = after_crc
          AND m.list = append.list AND m.role = session_user AND m.revoked IS NULL
          AND client >= s.oldest_writer
        RETURNING l.channel, l.format INTO bell, newest;
      IF NOT FOUND THEN
        PERFORM trolley.check_member(append.list);
        PERFORM trolley.check_writer(client);
        RAISE EXCEPTION 'the head is another' USING ERRCODE = 'TR002';
      END IF;
      FOREACH line IN ARRAY all_lines LOOP
        n := n + 1;
        version := split_part(substr(line, 6, 4), ',', 1);
        opening := '{"v":' || version || ',"n":' || n || ',';
        ending := left(right(line, 10), 8);
        IF version !~ '^[0-9]+$' OR NOT starts_with(line, opening) OR octet_length(line) >= 65536
          OR right(line, 36) <> ',"prev":"' || crc || '","crc":"' || ending || '"}'
          OR trolley.checksum(convert_to(left(line, -18), 'UTF8')) <> ending
        THEN
          RAISE EXCEPTION 'not the next line' USING ERRCODE = 'TR003';
        END IF;
        crc := ending;
        rest := substr(line, length(opening) + 1, 140);
        IF starts_with(rest, '"with":') THEN rest := substr(rest, strpos(rest, ',') + 1); END IF;
        is_first := NOT is_open;
        is_open := starts_with(rest, '"more":true,');
        -- Who made the step under which number, of its first line. A regular expression that yields
        -- both costs more than all the rest.
        author := NULL;
        step := NULL;
        IF is_first THEN
          IF is_open THEN rest := substr(rest, 13); END IF;
          author := split_part(rest, '"', 4);
          step := split_part(substr(rest, length(author) + 13), ',', 1);
          IF NOT starts_with(rest, '"by":"' || author || '","i":' || step || ',')
            OR strpos(author, '\') > 0 OR length(author) NOT BETWEEN 1 AND 64
            OR step !~ '^[0-9]{1,15}$'
          THEN
            author := NULL;
            step := NULL;
          END IF;
        END IF;
        INSERT INTO trolley.journal VALUES (append.list, n, line, author, step::bigint);
        IF version::int > newest THEN
          newest := version;
          UPDATE trolley.list l SET format = newest WHERE l.id = append.list;
        END IF;
      END LOOP;
      IF is_open OR n = after THEN RAISE EXCEPTION 'an open step' USING ERRCODE = 'TR003'; END IF;
      -- Looked up here, not with the change: while that waits for a lock, a machine may begin to listen.
      PERFORM pg_notify(bell, n::text) FROM trolley.listener l
        WHERE l.list = append.list AND l.process <> pg_backend_pid() LIMIT 1;
      RETURN n;
    END $$;
    """#
}
