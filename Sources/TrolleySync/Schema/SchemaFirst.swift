extension ServerSchema {
  /// Version 1: lists, their journals, and the machines that may use them.
  ///
  /// SQLSTATEs of class TR are explained to people by `ServerTrouble`.
  static let first = #"""
    CREATE TABLE trolley.list (
      id uuid PRIMARY KEY,
      -- The version of the newest lines.
      format int NOT NULL,
      head_n bigint NOT NULL,
      head_crc text NOT NULL,
      -- Those who know it can hear that something happened, so it is random.
      channel text NOT NULL UNIQUE,
      created timestamptz NOT NULL DEFAULT now());

    -- The lines of journal.jsonl, byte for byte; the header is line 0.
    CREATE TABLE trolley.journal (
      list uuid NOT NULL REFERENCES trolley.list,
      n bigint NOT NULL,
      line text NOT NULL,
      -- On the first line of a step: which program made it, and its number there.
      "by" text,
      i bigint,
      PRIMARY KEY (list, n));
    CREATE UNIQUE INDEX journal_step ON trolley.journal (list, "by", i) WHERE "by" IS NOT NULL;

    CREATE TABLE trolley.machine (
      list uuid NOT NULL REFERENCES trolley.list,
      role name NOT NULL UNIQUE,
      name text NOT NULL CHECK (name ~ '^[^[:cntrl:]]{1,60}$'),
      may_invite boolean NOT NULL,
      invited timestamptz NOT NULL DEFAULT now(),
      joined timestamptz,
      revoked timestamptz,
      PRIMARY KEY (list, role));
    CREATE UNIQUE INDEX machine_name ON trolley.machine (list, name) WHERE revoked IS NULL;

    CREATE FUNCTION trolley.refuse_change() RETURNS trigger LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      RAISE EXCEPTION 'lines of a journal are never changed' USING ERRCODE = '42501';
    END $$;
    CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON trolley.journal
      FOR EACH ROW EXECUTE FUNCTION trolley.refuse_change();
    CREATE TRIGGER all_kept BEFORE TRUNCATE ON trolley.journal
      FOR EACH STATEMENT EXECUTE FUNCTION trolley.refuse_change();

    -- CRC-32C in eight digits. PostgreSQL 18 has it; older ones count by themselves.
    DO $crc$ BEGIN
      IF current_setting('server_version_num')::int >= 180000 THEN
        CREATE FUNCTION trolley.checksum(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE
          SET search_path = pg_catalog, pg_temp
          AS 'SELECT lpad(to_hex(crc32c(bytes)), 8, ''0'')';
      ELSE
        CREATE TABLE trolley.crc (byte int PRIMARY KEY, remainder bigint NOT NULL);
        WITH RECURSIVE step (byte, bits, value) AS (
          SELECT b, 0, b::bigint FROM generate_series(0, 255) AS b
          UNION ALL
          SELECT byte, bits + 1,
            CASE WHEN value & 1 = 1 THEN (value >> 1) # 2197175160 ELSE value >> 1 END
          FROM step WHERE bits < 8)
        INSERT INTO trolley.crc SELECT byte, value FROM step WHERE bits = 8;
        CREATE FUNCTION trolley.checksum(bytes bytea) RETURNS text LANGUAGE plpgsql STABLE
          SET search_path = pg_catalog, pg_temp AS $body$
        DECLARE
          remainders bigint[] := ARRAY(SELECT remainder FROM trolley.crc ORDER BY byte);
          value bigint := 4294967295;
        BEGIN
          FOR at IN 0 .. length(bytes) - 1 LOOP
            value := (value >> 8) # remainders[((value # get_byte(bytes, at)) & 255) + 1];
          END LOOP;
          RETURN lpad(to_hex(value # 4294967295), 8, '0');
        END $body$;
      END IF;
    END $crc$;

    -- The checksum that ends a line, when it is right.
    CREATE FUNCTION trolley.sound_end(line text) RETURNS text LANGUAGE plpgsql STABLE
      SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      ending text := substring(line FROM ',"crc":"([0-9a-f]{8})"}$');
    BEGIN
      IF ending IS NULL OR octet_length(line) >= 65536
        OR trolley.checksum(convert_to(left(line, -18), 'UTF8')) <> ending
      THEN
        RAISE EXCEPTION 'checksum' USING ERRCODE = 'TR003';
      END IF;
      RETURN ending;
    END $$;

    -- Refuses every machine that is no member of the list. The one who signed in counts:
    -- session_user stays what it was inside of functions with their owner's rights.
    CREATE FUNCTION trolley.check_member(member_of uuid) RETURNS trolley.machine LANGUAGE plpgsql STABLE
      SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      found_one trolley.machine;
    BEGIN
      SELECT * INTO found_one FROM trolley.machine
        WHERE list = member_of AND role = session_user AND revoked IS NULL;
      IF NOT FOUND THEN RAISE EXCEPTION 'not a member' USING ERRCODE = 'TR001'; END IF;
      RETURN found_one;
    END $$;

    CREATE FUNCTION trolley.check_writer(client int) RETURNS void LANGUAGE plpgsql STABLE
      SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF client < (SELECT oldest_writer FROM trolley.setting) THEN
        RAISE EXCEPTION 'program too old' USING ERRCODE = 'TR004';
      END IF;
    END $$;

    -- What a machine's role may do: call the functions of one schema, and nothing else.
    CREATE FUNCTION trolley.admit(machine name) RETURNS void LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      EXECUTE format('GRANT USAGE ON SCHEMA trolley_machine TO %I', machine);
      EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA trolley_machine TO %I', machine);
    END $$;

    -- Passwords arrive as what the server keeps of them, never as themselves.
    CREATE FUNCTION trolley.check_verifier(verifier text) RETURNS void LANGUAGE plpgsql IMMUTABLE
      SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF verifier IS NULL
        OR verifier !~ '^SCRAM-SHA-256\$[0-9]+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'
      THEN
        RAISE EXCEPTION 'not a verifier' USING ERRCODE = '28P01';
      END IF;
    END $$;

    CREATE FUNCTION trolley.add_machine(
      for_list uuid, machine text, verifier text, until timestamptz, may_invite boolean
    ) RETURNS name LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      new_role name := 'trolley_' || left(replace(gen_random_uuid()::text, '-', ''), 20);
    BEGIN
      PERFORM trolley.check_verifier(verifier);
      UPDATE trolley.machine SET revoked = now()
        WHERE list = for_list AND name = add_machine.machine AND revoked IS NULL AND joined IS NULL;
      INSERT INTO trolley.machine (list, role, name, may_invite)
        VALUES (for_list, new_role, machine, may_invite);
      EXECUTE format(
        'CREATE ROLE %I LOGIN NOINHERIT CONNECTION LIMIT 16 PASSWORD %L VALID UNTIL %L',
        new_role, verifier, until);
      PERFORM trolley.admit(new_role);
      RETURN new_role;
    END $$;

    -- Begins to share a list: its header, and the machine that it comes from.
    CREATE FUNCTION trolley.share(header text, machine text, verifier text) RETURNS name
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      new_list uuid := substring(header FROM '^\{"trolley":"journal","v":[0-9]{1,3},"list":"([0-9a-f]{32})"');
      new_role name;
    BEGIN
      IF new_list IS NULL THEN RAISE EXCEPTION 'header' USING ERRCODE = 'TR003'; END IF;
      -- An upload that was cut off is begun again.
      IF EXISTS (SELECT FROM trolley.list WHERE id = new_list AND head_n > 0) THEN
        RAISE EXCEPTION 'there already' USING ERRCODE = 'TR006';
      END IF;
      INSERT INTO trolley.list (id, format, head_n, head_crc, channel)
        VALUES (new_list, 1, 0, trolley.sound_end(header),
          'trolley_' || replace(gen_random_uuid()::text, '-', ''))
        ON CONFLICT DO NOTHING;
      INSERT INTO trolley.journal (list, n, line) VALUES (new_list, 0, header) ON CONFLICT DO NOTHING;
      new_role := trolley.add_machine(new_list, machine, verifier, 'infinity', true);
      UPDATE trolley.machine SET joined = now() WHERE role = new_role;
      RETURN new_role;
    END $$;

    """# + firstForMachines

  /// What machines may call: all in `trolley_machine`, all with the owner's rights.
  private static let firstForMachines = #"""
    CREATE FUNCTION trolley_machine.about(
      list uuid, OUT version int, OUT oldest_writer int, OUT format int, OUT head_n bigint,
      OUT head_crc text, OUT header text, OUT channel text, OUT may_invite boolean
    ) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      member trolley.machine := trolley.check_member(about.list);
    BEGIN
      SELECT s.version, s.oldest_writer, l.format, l.head_n, l.head_crc, j.line, l.channel
        INTO version, oldest_writer, format, head_n, head_crc, header, channel
        FROM trolley.setting s, trolley.list l
        JOIN trolley.journal j ON j.list = l.id AND j.n = 0 WHERE l.id = about.list;
      may_invite := member.may_invite;
    END $$;

    -- The lines after `after`, as many as fit into about so many bytes, with the head of the list.
    CREATE FUNCTION trolley_machine.read_since(
      list uuid, after bigint, bytes bigint,
      OUT last bigint, OUT lines text, OUT head_n bigint, OUT head_crc text
    ) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(read_since.list);
      SELECT l.head_n, l.head_crc INTO head_n, head_crc
        FROM trolley.list l WHERE l.id = read_since.list;
      IF head_n <= after THEN RETURN; END IF;
      SELECT max(s.n), string_agg(s.line, E'\n' ORDER BY s.n) INTO last, lines FROM (
        SELECT j.n, j.line, sum(octet_length(j.line)) OVER (ORDER BY j.n) - octet_length(j.line) AS sent
        FROM (
          SELECT * FROM trolley.journal k WHERE k.list = read_since.list AND k.n > after
          ORDER BY k.n LIMIT 20000) j) s
        WHERE s.sent < least(greatest(bytes, 1), 16777216);
    END $$;

    -- The same, and until the end of the transaction no other machine can write to the list.
    CREATE FUNCTION trolley_machine.open(
      list uuid, client int, after bigint, bytes bigint,
      OUT last bigint, OUT lines text, OUT head_n bigint, OUT head_crc text
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(open.list);
      PERFORM trolley.check_writer(client);
      PERFORM FROM trolley.list l WHERE l.id = open.list FOR UPDATE;
      SELECT r.last, r.lines, r.head_n, r.head_crc INTO last, lines, head_n, head_crc
        FROM trolley_machine.read_since(open.list, after, bytes) r;
    END $$;

    -- Appends whole steps after the head that the caller knows, and rings the bell.
    CREATE FUNCTION trolley_machine.append(
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
      SELECT * INTO head FROM trolley.list l WHERE l.id = append.list FOR UPDATE;
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
      PERFORM pg_notify(head.channel, head.head_n::text);
      RETURN head.head_n;
    END $$;

    CREATE FUNCTION trolley_machine.invite(
      list uuid, machine text, verifier text, may_invite boolean
    ) RETURNS name LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      member trolley.machine := trolley.check_member(invite.list);
    BEGIN
      IF NOT member.may_invite THEN RAISE EXCEPTION 'no right' USING ERRCODE = 'TR008'; END IF;
      RETURN trolley.add_machine(
        invite.list, machine, verifier, now() + interval '7 days', invite.may_invite);
    END $$;

    -- Uses a code up: from now on the machine has a password that was never shown.
    CREATE FUNCTION trolley_machine.accept(list uuid, verifier text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(accept.list);
      PERFORM trolley.check_verifier(verifier);
      UPDATE trolley.machine m SET joined = now()
        WHERE m.list = accept.list AND m.role = session_user AND m.joined IS NULL;
      IF NOT FOUND THEN RAISE EXCEPTION 'used' USING ERRCODE = 'TR005'; END IF;
      EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', session_user, verifier);
    END $$;

    -- Who was invited, who joined, and who left.
    CREATE FUNCTION trolley_machine.machines(list uuid)
      RETURNS TABLE (name text, may_invite boolean, joined boolean, revoked boolean, is_self boolean)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM trolley.check_member(machines.list);
      RETURN QUERY SELECT m.name, m.may_invite, m.joined IS NOT NULL, m.revoked IS NOT NULL,
          m.role = session_user
        FROM trolley.machine m WHERE m.list = machines.list ORDER BY m.invited, m.name;
    END $$;

    CREATE FUNCTION trolley_machine.revoke(list uuid, machine text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      member trolley.machine := trolley.check_member(revoke.list);
      gone name;
    BEGIN
      IF NOT member.may_invite AND member.name <> machine THEN
        RAISE EXCEPTION 'no right' USING ERRCODE = 'TR008';
      END IF;
      UPDATE trolley.machine m SET revoked = now()
        WHERE m.list = revoke.list AND m.name = machine AND m.revoked IS NULL RETURNING role INTO gone;
      IF NOT FOUND THEN RAISE EXCEPTION 'no machine' USING ERRCODE = 'TR007'; END IF;
      EXECUTE format('ALTER ROLE %I NOLOGIN', gone);
      PERFORM pg_notify(l.channel, 'members') FROM trolley.list l WHERE l.id = revoke.list;
    END $$;
    """#
}
