import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyServices

/// At a lower cost than in the program, for fast tests; the default cost is tested once.
@Suite struct PasswordHashingTests {
  private let cheap = PasswordHashing.Cost(passes: 1, memory: 1 << 20)

  @Test func aPasswordIsToldFromOthers() throws {
    let hashing = try PasswordHashing(cost: cheap)
    let hash = try hashing.hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$v=19$m=1024,t=1,p=1$"))
    #expect(try hashing.hash("correct horse") != hash)
    #expect(try hashing.check("correct horse", against: hash) == (true, nil))
    #expect(try hashing.check("correct hors", against: hash) == (false, nil))
    #expect(try hashing.check("", against: hash) == (false, nil))
    #expect(try hashing.check("correct horse", against: nil) == (false, nil))
  }

  @Test func theUsualCostIsWhatIsAskedFor() throws {
    let hash = try PasswordHashing().hash("correct horse")
    #expect(PasswordHashing.parameters(of: hash) == .init(passes: 3, memory: 64 << 20))
    #expect(try PasswordHashing().check("correct horse", against: hash) == (true, nil))
  }

  @Test func aHashOfAnotherCostIsMadeAnewWhenItIsRight() throws {
    let old = try PasswordHashing(cost: .init(passes: 2, memory: 2 << 20)).hash("correct horse")
    let hashing = try PasswordHashing(cost: cheap)
    let (isRight, rehashed) = try hashing.check("correct horse", against: old)
    #expect(isRight)
    let new = try #require(rehashed)
    #expect(PasswordHashing.parameters(of: new) == cheap)
    #expect(try hashing.check("correct horse", against: new) == (true, nil))
    #expect(try hashing.check("wrong", against: old) == (false, nil))
  }

  @Test func oneTextIsOnePasswordHoweverItIsComposed() throws {
    let hashing = try PasswordHashing(cost: cheap)
    let hash = try hashing.hash("caf\u{E9} \u{1E69}")
    #expect(try hashing.check("cafe\u{301} s\u{323}\u{307}", against: hash).isRight)
    #expect(try hashing.check("cafe \u{1E69}", against: hash).isRight == false)
  }

  @Test(arguments: [
    "", "$argon2id$", "plain", "$2b$12$abc", "$argon2i$v=19$m=1024,t=3,p=1$YWFhYWFhYWE$YWFhYWFhYWE",
    "$argon2id$v=16$m=1024,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWE",
    "$argon2id$v=19$m=1024,t=1,p=4$YWFhYWFhYWE$YWFhYWFhYWE",
    "$argon2id$v=19$m=-1,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWE",
    "$argon2id$v=19$m=1024,t=1,p=1$YWFhYWFhYWE$",
    "$argon2id$v=19$m=99999999999999999999,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWE",
    "$argon2id$v=19$m=1024,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWE$x",
  ]) func aHashThatMakesNoSenseIsNoPasswords(_ hash: String) throws {
    let hashing = try PasswordHashing(cost: cheap)
    #expect(try hashing.check("a", against: hash) == (false, nil))
  }

  /// Hashes come from the list, which others write as well.
  @Test(arguments: ["m=4194304,t=3,p=1", "m=1024,t=4294967295,p=1", "m=300000,t=3,p=1"])
  func aHashCannotAskForEndlessWork(_ parameters: String) throws {
    let hash = "$argon2id$v=19$\(parameters)$YWFhYWFhYWFhYWFhYWFhYQ$YWFhYWFhYWFhYWFhYWFhYQ"
    let start = ThreadClock.now
    do {
      #expect(try PasswordHashing().check("a", against: hash).isRight == false)
    } catch {
      #expect(error.kind == .damaged)
    }
    #expect(ThreadClock.now - start < .seconds(5))
  }

  /// The answer for an unknown address must not come sooner.
  @Test func nobodyTakesAsLongAsSomebody() throws {
    let hashing = try PasswordHashing()
    let hash = try hashing.hash("correct horse")
    func work(_ hash: String?) throws -> Duration {
      let start = ThreadClock.now
      _ = try hashing.check("wrong horse", against: hash)
      return ThreadClock.now - start
    }
    // Other load on the machine slows down some tries, though never all.
    var (known, unknown) = (Duration.seconds(1000), Duration.seconds(1000))
    for _ in 0..<20 {
      known = min(known, try work(hash))
      unknown = min(unknown, try work(nil))
      if unknown > known * 0.7, unknown < known * 1.4 { return }
    }
    Issue.record("known: \(known), unknown: \(unknown)")
  }
}
