extension ServerSchema {
  /// Version 7: a turn is shorter. All that happens between the lock and the answer keeps every other
  /// machine waiting.
  static let seventh = #"""
    -- Its callers have a search path of their own, and setting another one costs more than a table look-up.
    ALTER FUNCTION trolley.checksum(bytea) RESET search_path;

    -- As before. Few lines fit into an answer whatever their length, so they are not measured first, and
    -- who may read was asked before the lock.
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
      SELECT l.head_n, l.head_crc INTO head_n, head_crc
        FROM trolley.list l WHERE l.id = open.list FOR UPDATE;
      IF head_n - after <= 64 AND bytes >= 64 * 65536 THEN
        SELECT max(j.n), string_agg(j.line, E'\n' ORDER BY j.n) INTO last, lines
          FROM trolley.journal j WHERE j.list = open.list AND j.n > after;
      ELSE
        SELECT r.last, r.lines INTO last, lines
          FROM trolley_machine.read_since(open.list, after, bytes) r;
      END IF;
    END $$;
    """#
}
