extension JSONScanner {
  /// Consumes one value of any kind, with the same strict checks as reading.
  public mutating func skipValue() throws(JSONError) {
    // A stack of one bit per level: 1 for an object. 64 levels fit in one word.
    var open: UInt64 = 0
    let floor = depth
    while true {
      switch try peekKind() {
      case .string: _ = try readRawString()
      case .number: _ = try skipNumber()
      case .boolean: _ = try readBool()
      case .null: _ = try tryNull()
      case .array:
        try beginArray()
        open = open << 1
        if peek() != 0x5D { continue }
      case .object:
        try beginObject()
        open = open << 1 | 1
        if peek() != 0x7D {
          try skipName()
          continue
        }
      }
      // A value is complete, which may close several levels at once.
      while depth > floor {
        if tryConsume(0x2C) {
          if open & 1 == 1 { try skipName() }
          break
        }
        try open & 1 == 1 ? endObject() : endArray()
        open >>= 1
      }
      if depth == floor { return }
    }
  }

  private mutating func skipName() throws(JSONError) {
    _ = try readRawString()
    try consume(0x3A)
  }
}
