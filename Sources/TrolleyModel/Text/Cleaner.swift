/// Decides scalar by scalar what to keep of a text.
///
/// Every decision depends only on what was kept so far, never on what was dropped: this makes
/// cleaning idempotent.
struct Cleaner {
  private static let marksLimit = 8
  private static let clusterLimit = 64

  /// The kinds of scalars, as far as joining them matters.
  private enum Kind { case letter, emoji, space, other }

  private let limit: CleanText.Limit
  private var kept = ""
  /// The size in bytes of what may be one grapheme with the next scalar. Never smaller than by
  /// Swift's rules.
  private var cluster = 0
  private var marks = 0
  private var base = Kind.other
  private var last: UInt32 = 0
  /// A virama was kept since the last letter: the next letter may join its cluster.
  private var isAfterVirama = false
  private var indicators = 0
  /// A joiner that is kept only if the next scalar can be joined.
  private var joiner: Unicode.Scalar?
  private var isAfterReturn = false

  init(_ limit: CleanText.Limit) { self.limit = limit }

  mutating func take(_ scalar: Unicode.Scalar) {
    let v = scalar.value
    let isLineFeedOfReturn = v == 0x0A && isAfterReturn
    isAfterReturn = v == 0x0D
    if isLineFeedOfReturn { return }
    switch v {
    case 0x0A, 0x0D:
      if limit.keepsLineBreaks { start("\n", .space) } else { takeBreak() }
    case 0x09: takeBreak()
    case 0x20...0x7E, 0xA0...0x2FF: takePlain(scalar)
    case 0x200C, 0x200D:
      if joiner == nil, base == .letter || base == .emoji { joiner = scalar }
    default:
      if !Self.isUnwanted(v) { takeOther(scalar) }
    }
  }

  mutating func finish() -> String {
    trimEnd()
    if kept.utf8.count > limit.graphemes, kept.count > limit.graphemes {
      kept = String(kept.prefix(limit.graphemes))
      trimEnd()
    }
    return kept
  }

  private mutating func trimEnd() {
    // A joiner can be left at the end when the graphemes after it were cut off.
    while let last = kept.unicodeScalars.last,
      last.value == 0x200C || last.value == 0x200D || limit.trims && last.properties.isWhitespace
    {
      kept.unicodeScalars.removeLast()
    }
  }

  private mutating func takeBreak() {
    if last != 0x20 { start(" ", .space) }
  }

  private mutating func takePlain(_ scalar: Unicode.Scalar) {
    let v = scalar.value
    if v == 0xAD { return }
    let kind: Kind =
      v == 0x20 || v == 0xA0
      ? .space
      : v >= 0xC0 || v | 0x20 >= 0x61 && v | 0x20 <= 0x7A ? .letter : .other
    take(scalar, kind, joins: Self.isPrepended(last))
  }

  private mutating func takeOther(_ scalar: Unicode.Scalar) {
    let v = scalar.value
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return
    case .spaceSeparator: take(scalar, .space, joins: Self.isPrepended(last))
    case .nonspacingMark, .enclosingMark, .spacingMark:
      takeMark(scalar, isVirama: properties.canonicalCombiningClass == .virama)
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      let joins = isAfterVirama || Self.isPrepended(last) || Self.isJamoPair(last, v)
      take(scalar, .letter, joins: joins)
    default:
      if (0x1F1E6...0x1F1FF).contains(v) {
        let joins = indicators % 2 == 1 && (0x1F1E6...0x1F1FF).contains(last)
        take(scalar, .emoji, joins: joins)
        indicators = joins ? 0 : 1
      } else if (0x1F3FB...0x1F3FF).contains(v) || (0xFF9E...0xFF9F).contains(v) {
        take(scalar, .emoji, joins: !kept.isEmpty)
      } else {
        let kind: Kind = properties.isEmoji ? .emoji : .other
        take(scalar, kind, joins: Self.isPrepended(last))
      }
    }
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar, isVirama: Bool) {
    // Without a base it would combine with whatever is drawn before it.
    guard !kept.isEmpty, marks < Self.marksLimit else { return }
    let joined = isVirama && base == .letter ? joiner : nil
    let size = UTF8.width(scalar) + (joined == nil ? 0 : 3)
    guard cluster + size <= Self.clusterLimit else { return }
    if let joined { kept.unicodeScalars.append(joined) }
    joiner = nil
    kept.unicodeScalars.append(scalar)
    cluster += size
    marks += 1
    last = scalar.value
    if isVirama { isAfterVirama = true }
  }

  /// Takes a base; `joins` when it may form one grapheme with its predecessor.
  private mutating func take(_ scalar: Unicode.Scalar, _ kind: Kind, joins: Bool) {
    var joined: Unicode.Scalar?
    var extends = joins
    if let joiner, cluster + 3 <= Self.clusterLimit {
      if base == .letter, kind == .letter { joined = joiner }
      if base == .emoji, kind == .emoji, joiner.value == 0x200D {
        joined = joiner
        extends = true
      }
    }
    if extends {
      let size = UTF8.width(scalar) + (joined == nil ? 0 : 3)
      guard cluster + size <= Self.clusterLimit else { return }
      if let joined { kept.unicodeScalars.append(joined) }
      joiner = nil
      kept.unicodeScalars.append(scalar)
      cluster += size
      marks = 0
      base = kind
      last = scalar.value
      isAfterVirama = false
    } else {
      if let joined { kept.unicodeScalars.append(joined) }
      start(scalar, kind)
    }
  }

  private mutating func start(_ scalar: Unicode.Scalar, _ kind: Kind) {
    joiner = nil
    if kind == .space, kept.isEmpty, limit.trims { return }
    kept.unicodeScalars.append(scalar)
    cluster = UTF8.width(scalar)
    marks = 0
    base = kind
    last = scalar.value
    isAfterVirama = false
    indicators = 0
  }

  /// Characters that reverse, hide or fake text.
  private static func isUnwanted(_ v: UInt32) -> Bool {
    switch v {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Scalars that join the next one to their grapheme (Grapheme_Cluster_Break=Prepend).
  private static func isPrepended(_ v: UInt32) -> Bool {
    guard v >= 0x600 else { return false }
    switch v {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD,
      0x111C2...0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      return true
    default: return false
    }
  }

  /// Korean letters that form one syllable with their predecessor.
  private static func isJamoPair(_ last: UInt32, _ v: UInt32) -> Bool {
    let isLeading = { (v: UInt32) in (0x1100...0x115F).contains(v) || (0xA960...0xA97C).contains(v)
    }
    if (0x1160...0x11FF).contains(v) || (0xD7B0...0xD7FB).contains(v) { return true }
    return isLeading(last) && (isLeading(v) || (0xAC00...0xD7A3).contains(v))
  }
}
