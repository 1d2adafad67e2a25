import Testing

@testable import TrolleyModel

@Suite struct EmailAddressTests {
  @Test(arguments: [
    ("Ann Lee <ann@example.org>", "ann@example.org"), ("<ann@example.org> ", "ann@example.org"),
    ("ann@example.org", "ann@example.org"), ("ann at home", "ann at home"), ("", ""),
    ("Ann <", "Ann <"),
  ])
  func `an account takes the address of one with a name`(_ typed: String, _ address: String) {
    #expect(AccountDraft(firstName: "Ann", email: typed).email == address)
  }
}
