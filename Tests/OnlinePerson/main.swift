// Is online until it is killed, and prints who else is. The tests run several of them on one list.
//
//   online-person DIRECTORY ACCOUNT [child] [umask=OCTAL]
//
// With `child` it starts another program, which outlives it when it is killed.

import Glibc
import TrolleyModel
import TrolleyStorage

func tell(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

/// Starts a child as the program starts those that it does not wait for.
func startChild() -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
  }
  var argv: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("60"), nil]
  var pid = pid_t()
  return posix_spawn(&pid, "/bin/sleep", &actions, nil, &argv, environ) == 0 ? pid : 0
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let account = Account.ID(text: arguments[2]) else { exit(64) }
for option in arguments where option.hasPrefix("umask=") {
  umask(mode_t(option.dropFirst(6), radix: 8) ?? 0)
}
do throws(Failure) {
  let presence = try Presence(
    directory: arguments[1], account: account, replica: ReplicaID(UInt64(getpid())))
  if arguments.contains("child") { tell("child \(startChild())") }
  tell("online " + presence.online().sorted().map(\.description).joined(separator: " "))
  while true {
    var polled = pollfd(fd: presence.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, -1) > 0 else { continue }
    presence.drain()
    tell("online " + presence.online().sorted().map(\.description).joined(separator: " "))
  }
} catch {
  tell("failed \(error.kind) \(error.detail)")
  exit(1)
}
