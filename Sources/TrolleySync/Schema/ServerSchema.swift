/// The tables, functions and rights that Trolley needs in a database, as versions that are only ever
/// added to.
///
/// Two schemas: machines may use `trolley_machine`, which has functions alone; the tables are in
/// `trolley`, where they may not go. Three roles that do not sign in: `trolley_owner` owns all of it,
/// `trolley_sharer` may begin to share a list, and each machine has a role of its own.
public enum ServerSchema {
  /// Each brings a database from the version before it.
  static let migrations = [
    first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth,
  ]

  /// What this program was written for.
  public static var version: Int { migrations.count }

  /// The oldest PostgreSQL that has all we use.
  static let oldestServer: Int32 = 130_000

  /// Only one program at a time changes the schema: a comment on the database, here the one that it has,
  /// locks that until the end of the transaction, and only its owner may make one.
  private static let lock = """
    DO $lock$ BEGIN
      EXECUTE pg_catalog.format('COMMENT ON DATABASE %I IS %L', pg_catalog.current_database(), (
        SELECT pg_catalog.shobj_description(oid, 'pg_database') FROM pg_catalog.pg_database
          WHERE datname = pg_catalog.current_database()));
    END $lock$
    """

  /// Who keeps the locks that `statements` wait for: the name of the machine or role, and the process.
  static let holders = """
    SELECT coalesce(m.name, a.usename), a.pid FROM pg_catalog.pg_locks l
      JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
      LEFT JOIN trolley.machine m ON m.role = a.usename
      WHERE l.granted AND l.pid <> pg_catalog.pg_backend_pid() AND (
        l.locktype = 'object' AND l.classid = 'pg_catalog.pg_database'::pg_catalog.regclass
          AND l.mode = 'ShareUpdateExclusiveLock'
          AND l.objid = (SELECT oid FROM pg_catalog.pg_database
            WHERE datname = pg_catalog.current_database())
        OR l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_catalog.pg_database
            WHERE datname = pg_catalog.current_database())
          AND l.relation IN (SELECT oid FROM pg_catalog.pg_class
            WHERE relnamespace = pg_catalog.to_regnamespace('trolley')))
      ORDER BY l.locktype, a.pid LIMIT 1
    """

  /// The statements that bring a database to `version`, in one transaction; on a database that is
  /// there already they change nothing.
  static func statements(to version: Int = version) -> [String] {
    var all = ["BEGIN", lock, roles, state]
    for (i, migration) in migrations.prefix(version).enumerated() {
      all.append(
        """
        DO $step$ BEGIN
          IF (SELECT version FROM trolley.setting) < \(i + 1) THEN
            EXECUTE $migration$
        \(migration)
            $migration$;
            UPDATE trolley.setting SET version = \(i + 1);
          END IF;
        END $step$
        """)
    }
    return all + [rights, "RESET ROLE"] + (version < 10 ? [] : [others]) + ["COMMIT"]
  }

  /// The same as a script for `psql`.
  public static var script: String {
    statements().map { $0 + ";\n" }.joined(separator: "\n")
  }

  /// Lines for `pg_hba.conf`: machines sign in with a password, and only over TLS.
  public static func hostRules(database: String) -> String {
    // In quotes it is a name and nothing else.
    let isPlain = database.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 0x5F
    }
    let database = isPlain && database != "all" ? database : "\"\(database)\""
    return """
      # TYPE   DATABASE  USER  ADDRESS    METHOD
      hostssl  \(database)  all   0.0.0.0/0  scram-sha-256
      hostssl  \(database)  all   ::/0       scram-sha-256
      """
  }

  private static let roles = """
    DO $roles$ BEGIN
      -- Roles are the whole server's; another database may have made them, even just now.
      BEGIN CREATE ROLE trolley_owner NOLOGIN CREATEROLE;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
      BEGIN CREATE ROLE trolley_sharer NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
      IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) THEN
        EXECUTE pg_catalog.format('GRANT trolley_owner, trolley_sharer TO %I', session_user);
      END IF;
      EXECUTE pg_catalog.format(
        'GRANT CREATE ON DATABASE %I TO trolley_owner', pg_catalog.current_database());
      -- The database is Trolley's own: its machines need no tables of their own in it.
      EXECUTE pg_catalog.format(
        'REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', pg_catalog.current_database());
      IF pg_catalog.to_regnamespace('public') IS NOT NULL THEN
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      END IF;
      SET LOCAL ROLE trolley_owner;
    END $roles$
    """

  private static let state = """
    DO $state$ BEGIN
      IF pg_catalog.to_regclass('trolley.setting') IS NULL THEN
        CREATE SCHEMA trolley;
        CREATE SCHEMA trolley_machine;
        CREATE TABLE trolley.setting (
          version int NOT NULL,
          -- Programs that were written for an older version may read, and no longer write.
          oldest_writer int NOT NULL,
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only));
        INSERT INTO trolley.setting VALUES (0, 0);
      END IF;
    END $state$
    """

  /// What every role may do in every database, and machines need not: advisory locks, which fill the
  /// server's table of locks, and large objects, which fill its disk. Only a superuser can take it away.
  private static let others = """
    DO $others$ DECLARE one pg_catalog.regprocedure; BEGIN
      IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) THEN RETURN; END IF;
      FOR one IN SELECT p.oid FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
          AND p.proname ~ '^(pg_(try_)?advisory_|lo_(creat|create|from_bytea|open|put|truncate|truncate64)$|lowrite$)'
          AND pg_catalog.has_function_privilege('public', p.oid, 'EXECUTE')
      LOOP
        EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
      END LOOP;
    END $others$
    """

  /// Every time, so that machines get the functions of a new version too.
  private static let rights = """
    DO $rights$ DECLARE machine name; BEGIN
      REVOKE ALL ON ALL FUNCTIONS IN SCHEMA trolley, trolley_machine FROM PUBLIC;
      GRANT USAGE ON SCHEMA trolley TO trolley_sharer;
      GRANT EXECUTE ON FUNCTION trolley.share(text, text, text) TO trolley_sharer;
      IF pg_catalog.to_regprocedure('trolley.share_again(uuid,text,text,bigint,text)') IS NOT NULL THEN
        GRANT EXECUTE ON FUNCTION trolley.share_again(uuid, text, text, bigint, text) TO trolley_sharer;
      END IF;
      FOR machine IN SELECT DISTINCT role FROM trolley.machine WHERE revoked IS NULL LOOP
        PERFORM trolley.admit(machine);
      END LOOP;
    END $rights$
    """
}
