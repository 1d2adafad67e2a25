extension ServerSchema {
  /// Version 9: a machine reads what the others wrote while another one has its turn.
  static let ninth = #"""
    -- Where the next machines wait for their turn: two rooms, so that one fills while the machine from the
    -- other writes. A room is left at the end of the transaction, as the turn is; with a single one the next
    -- machine could not enter before that. It refers to no list: that would be a lock on it, which the
    -- machine whose turn it is would wait for.
    CREATE TABLE trolley.room (
      list uuid NOT NULL,
      place int NOT NULL CHECK (place IN (0, 1)),
      PRIMARY KEY (list, place));

    -- The lines after `after`, once this machine is one of the two that have their turn next. `open` follows
    -- in the same transaction, and has the few lines that were written since.
    CREATE FUNCTION trolley_machine.enter(
      list uuid, client int, after bigint, bytes bigint,
      OUT last bigint, OUT lines text, OUT head_n bigint, OUT head_crc text
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM FROM trolley.room r, trolley.machine m, trolley.setting s
        WHERE r.list = enter.list AND r.place = hashtext(session_user::text) & 1
          AND m.list = enter.list AND m.role = session_user AND m.revoked IS NULL
          AND client >= s.oldest_writer
        FOR UPDATE OF r;
      IF NOT FOUND THEN
        PERFORM trolley.check_member(enter.list);
        PERFORM trolley.check_writer(client);
        INSERT INTO trolley.room VALUES (enter.list, 0), (enter.list, 1) ON CONFLICT DO NOTHING;
        PERFORM FROM trolley.room r
          WHERE r.list = enter.list AND r.place = hashtext(session_user::text) & 1 FOR UPDATE;
      END IF;
      SELECT l.head_n, l.head_crc INTO head_n, head_crc FROM trolley.list l WHERE l.id = enter.list;
      IF head_n - after <= 64 AND bytes >= 64 * 65536 THEN
        SELECT max(k.n), string_agg(k.line, E'\n') INTO last, lines FROM (
          SELECT j.n, j.line FROM trolley.journal j
          WHERE j.list = enter.list AND j.n > after AND j.n <= head_n
          ORDER BY j.n LIMIT 64) k;
      ELSE
        SELECT r.last, r.lines, r.head_n, r.head_crc INTO last, lines, head_n, head_crc
          FROM trolley_machine.read_since(enter.list, after, bytes) r;
      END IF;
    END $$;
    """#
}
