extension ServerSchema {
  /// Version 6: appending costs half as much, and many that wait for one list no longer wake each
  /// other.
  static let sixth = #"""
    -- Whose turn it is to write to a list. A row of its own, which never changes: those who wait for a
    -- row that does are all woken by each change, to wait for its successor.
    CREATE TABLE trolley.turn (list uuid PRIMARY KEY REFERENCES trolley.list);

    -- As before; who waits waits for the turn.
    CREATE OR REPLACE FUNCTION trolley_machine.open(
      list uuid, client int, after bigint, bytes bigint,
      OUT last bigint, OUT lines text, OUT head_n bigint, OUT head_crc text
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(open.list);
      PERFORM trolley.check_writer(client);
      PERFORM FROM trolley.turn t WHERE t.list = open.list FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO trolley.turn VALUES (open.list) ON CONFLICT DO NOTHING;
        PERFORM FROM trolley.turn t WHERE t.list = open.list FOR UPDATE;
      END IF;
      PERFORM FROM trolley.list l WHERE l.id = open.list FOR UPDATE;
      SELECT r.last, r.lines, r.head_n, r.head_crc INTO last, lines, head_n, head_crc
        FROM trolley_machine.read_since(open.list, after, bytes) r;
    END $$;

    -- Lists are never deleted, and `append` has changed the list's row when it writes lines: looking for
    -- it again with each of them shows nothing new.
    ALTER TABLE trolley.journal DROP CONSTRAINT journal_list_fkey;

    -- PostgreSQL before 18 counts by itself: eight bytes a step, with a table for each of the eight
    -- places. The cast makes the tables a constant, which is not read from text in every call.
    DO $crc$
    DECLARE
      tables bigint[];
      rest bigint;
    BEGIN
      IF current_setting('server_version_num')::int >= 180000 THEN RETURN; END IF;
      FOR byte IN 0 .. 255 LOOP
        rest := byte;
        FOR bit IN 1 .. 8 LOOP
          rest := CASE WHEN rest & 1 = 1 THEN (rest >> 1) # 2197175160 ELSE rest >> 1 END;
        END LOOP;
        tables[byte + 1] := rest;
      END LOOP;
      FOR at IN 257 .. 2048 LOOP
        tables[at] := (tables[at - 256] >> 8) # tables[(tables[at - 256] & 255) + 1];
      END LOOP;
      EXECUTE format($f$
        CREATE OR REPLACE FUNCTION trolley.checksum(bytes bytea) RETURNS text LANGUAGE plpgsql
          IMMUTABLE SET search_path = pg_catalog, pg_temp AS $body$
        DECLARE
          t CONSTANT bigint[] := %L::bigint[];
          size int := length(bytes);
          v bigint := 4294967295;
        BEGIN
          FOR at IN 0 .. size - 8 BY 8 LOOP
            v := v # (get_byte(bytes, at) | (get_byte(bytes, at + 1) << 8)
              | (get_byte(bytes, at + 2) << 16) | (get_byte(bytes, at + 3)::bigint << 24));
            v := t[1793 + (v & 255)] # t[1537 + ((v >> 8) & 255)] # t[1281 + ((v >> 16) & 255)]
              # t[1025 + (v >> 24)] # t[769 + get_byte(bytes, at + 4)]
              # t[513 + get_byte(bytes, at + 5)] # t[257 + get_byte(bytes, at + 6)]
              # t[1 + get_byte(bytes, at + 7)];
          END LOOP;
          FOR at IN size - size %% 8 .. size - 1 LOOP
            v := (v >> 8) # t[1 + ((v # get_byte(bytes, at)) & 255)];
          END LOOP;
          RETURN lpad(to_hex(v # 4294967295), 8, '0');
        END $body$ $f$, tables::text);
    END $crc$;

    -- As before. The lines are judged before the list is locked. How a line begins is read by hand: the
    -- version of its format, its number, whether more lines of its step follow, and who made the step
    -- under which number. Regular expressions for it cost more than all the rest.
    CREATE OR REPLACE FUNCTION trolley_machine.append(
      list uuid, client int, after bigint, after_crc text, lines text
    ) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      bell text;
      all_lines text[] := string_to_array(lines, E'\n');
      authors text[];
      steps bigint[];
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
      newest int := 0;
    BEGIN
      -- One query for a machine that may write; the functions say why another may not.
      SELECT l.head_n INTO n
        FROM trolley.machine m JOIN trolley.list l ON l.id = m.list, trolley.setting s
        WHERE m.list = append.list AND m.role = session_user AND m.revoked IS NULL
          AND client >= s.oldest_writer;
      IF NOT FOUND THEN
        PERFORM trolley.check_member(append.list);
        PERFORM trolley.check_writer(client);
      END IF;
      -- Who is behind hears so before it waits for others.
      IF n IS DISTINCT FROM after THEN
        RAISE EXCEPTION 'the head is %', n USING ERRCODE = 'TR002';
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
        rest := substr(line, length(opening) + 1, 140);
        IF starts_with(rest, '"with":') THEN rest := substr(rest, strpos(rest, ',') + 1); END IF;
        is_first := NOT is_open;
        is_open := starts_with(rest, '"more":true,');
        IF is_first THEN
          IF is_open THEN rest := substr(rest, 13); END IF;
          author := substring(rest FROM '^"by":"([^"\\]+)","i":[0-9]+,');
          step := split_part(substr(rest, length(author) + 13), ',', 1);
        END IF;
        IF NOT is_first OR length(author) > 64 OR length(step) > 15 THEN
          author := NULL;
          step := NULL;
        END IF;
        authors[n - after] := author;
        steps[n - after] := step;
        crc := ending;
        newest := greatest(newest, version::int);
      END LOOP;
      IF is_open OR n = after THEN RAISE EXCEPTION 'an open step' USING ERRCODE = 'TR003'; END IF;
      UPDATE trolley.list l SET head_n = n, head_crc = crc, format = greatest(l.format, newest)
        WHERE l.id = append.list AND l.head_n = after AND l.head_crc = after_crc
        RETURNING l.channel INTO bell;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the head is another' USING ERRCODE = 'TR002';
      END IF;
      FOR at IN 1 .. n - after LOOP
        INSERT INTO trolley.journal
          VALUES (append.list, after + at, all_lines[at], authors[at], steps[at]);
      END LOOP;
      IF EXISTS (
        SELECT FROM trolley.listener l
          WHERE l.list = append.list AND l.process <> pg_backend_pid())
      THEN PERFORM pg_notify(bell, n::text); END IF;
      RETURN n;
    END $$;
    """#
}
