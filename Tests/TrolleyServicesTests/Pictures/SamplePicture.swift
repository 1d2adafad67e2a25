import Foundation

/// Pictures of 24×16 pixels made by another program (Pillow): red and green above, blue and yellow
/// below. With an alpha channel, the lower right quarter is transparent.
enum SamplePicture: String, CaseIterable {
  case pngColour
  case pngAlpha
  case pngPalette
  case pngPaletteAlpha
  case pngGrey
  case pngGreyAlpha
  case png16
  case jpeg
  case jpegProgressive
  case jpegGrey
  case jpegCMYK
  case gif
  case gifMoving
  case gifAlpha
  case webPLossless
  case webPLossy
  case webPAlpha
  case webPLossyAlpha
  case webPMoving

  /// The upper left, upper right, lower left and lower right colour.
  static let corners: [[UInt8]] = [[200, 40, 40], [40, 160, 60], [40, 70, 200], [230, 200, 60]]

  /// The tolerance for a channel; lossless formats must be exact.
  var tolerance: Int {
    switch self {
    case .jpeg, .jpegGrey, .jpegCMYK, .webPLossy, .webPLossyAlpha, .webPMoving: 14
    // It stores colours for every second pixel only.
    case .jpegProgressive: 20
    default: 0
    }
  }

  var isGrey: Bool {
    switch self {
    case .pngGrey, .pngGreyAlpha, .png16, .jpegGrey: true
    default: false
    }
  }

  var hasOpacity: Bool {
    switch self {
    case .pngAlpha, .pngPaletteAlpha, .pngGreyAlpha, .gifAlpha, .webPAlpha, .webPLossyAlpha: true
    default: false
    }
  }

  var bytes: [UInt8] { [UInt8](Data(base64Encoded: text) ?? Data()) }

  private var text: String {
    switch self {
    case .pngColour:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAMklEQVR4nGM8oaHBQAgkVIgQVMNEUAWRYNSgoWgQ\
      S4LcAoKK9mmUEFQz+Lw2ahAdDQIAzRgEnnbkf8MAAAAASUVORK5CYII=
      """
    case .pngAlpha:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAAN0lEQVR4nGM8oaHxn4EEkFAhQopyBiaSVJMBRi0Y\
      tYBywJIgt4AkDfs0ShhJUT/0g2jUghFgAQC2PQWe2GX00QAAAABJRU5ErkJggg==
      """
    case .pngPalette:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQAgMAAABxSlcGAAAADFBMVEXmyDwooDwoRsjIKCh/ohv/AAAAHUlEQVR4\
      nGP8z8AQxsDAxMDAwEAKxbKagWE1GfoA4jICzf5Oo9MAAAAASUVORK5CYII=
      """
    case .pngPaletteAlpha:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQBAMAAAD+CqKmAAAAGFBMVEUoRsgooDzIKCjmyDwAAAAAAAAAAAAAAABV\
      DwK8AAAACHRSTlP///8AAAAAAOdetbsAAAAhSURBVHicY1RiYGBgYHjPwMDAwMDEgASoy2GEUMa0tgcA9+ABY8Hv\
      AnMAAAAASUVORK5CYII=
      """
    case .pngGrey:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAAAAAApT+BJAAAAH0lEQVR4nGOMYEAASSQ2EwMOMDglWL4gcQLobDkV\
      JQDDPgHXMG7CzAAAAABJRU5ErkJggg==
      """
    case .pngGreyAlpha:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAQAAACmLXceAAAAJ0lEQVR4nGOM+M+AFUhiF2ZgwiGOE4xqIAawfMEh\
      EcBIJRtGNRADAIJ9Atdqw243AAAAAElFTkSuQmCC
      """
    case .png16:
      """
      iVBORw0KGgoAAAANSUhEUgAAABgAAAAQEAAAAAB53zwKAAAAKElEQVR4nGOMiGDACiQlsYszYRfGDUY1EANYvnzB\
      LhEQQCUbRjUQAwCzCwOMfo+miwAAAABJRU5ErkJggg==
      """
    case .jpeg:
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
      BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
      CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAQABgDAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAA\
      AAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
      M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT\
      lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QA\
      HwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdh\
      cRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp\
      anN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk\
      5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD5fr8TP9QDsvhJ/wAxD/tl/wCz1jV6H+e/07/+ad/7m/8A3VOy\
      rE/z3Pmuv9kD9oPur/giv/zUv/uDf+31f5u/tB/+aa/7nP8A3VP2jwh/5jf+4f8A7kPuqv8AN0/aD//Z
      """
    case .jpegProgressive:
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
      BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
      CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wgARCAAQABgDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAA\
      AAYHBQj/xAAWAQEBAQAAAAAAAAAAAAAAAAAGAwf/2gAMAwEAAhADEAAAAZfsp11siVDqAxAH/8QAFxAAAwEAAAAA\
      AAAAAAAAAAAAAAUQB//aAAgBAQABBQIU3FZ//8QAJBEAAAQDCQEAAAAAAAAAAAAAAgUREgABEwYWFyIxMmFkouL/\
      2gAIAQMBAT8BObbX1LRk1ClVTM5yNnIe1oVVqa8xhz2vH3H/xAAkEQAAAwUJAAAAAAAAAAAAAAACBhIAERMWMQED\
      BRQiUWOi4f/aAAgBAgEBPwE3kiVi7fYpmIkNOlKXqGENVW7vo008Xbxv/8QAGhAAAQUBAAAAAAAAAAAAAAAAEAAD\
      BYGDwv/aAAgBAQAGPwJOUZLHsf/EABcQAAMBAAAAAAAAAAAAAAAAAAAggfD/2gAIAQEAAT8hNKq//9oADAMBAAIA\
      AwAAABAAD//EABkRAQACAwAAAAAAAAAAAAAAABEAATFh8P/aAAgBAwEBPxDv+/BoI5Bcr//EABkRAQACAwAAAAAA\
      AAAAAAAAABEAASFR8P/aAAgBAgEBPxDsgQbRuIYWov8A/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPxBW\
      3//Z
      """
    case .jpegGrey:
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
      BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/wAALCAAQABgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcI\
      CQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcY\
      GRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
      pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APl+\
      uy+En/MQ/wC2X/s9dlXzXX3V/wAEV/8Ampf/AHBv/b6vuqv/2Q==
      """
    case .jpegCMYK:
      """
      /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcG\
      BggLCAkKCgoKCgYICwwLCgwJCgoK/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAAB\
      AgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNi\
      coIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV\
      lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E\
      QwBNAFkASwAAPwD9IK/J+vyfr9/K/L//AIORP+aM/wDcxf8AuMr7w/4Imf8ANTP+4L/7fV1Hw2/5ff8Atn/7NRX5\
      f194V1FFFfkvX9GFFfr5/wAGp3/Nef8AuV//AHL1+gn/AAQo/wCap/8AcD/9yFfnP/wX8/5pN/3Hv/cdRX6+V+gl\
      fnPRX//Z
      """
    case .gif:
      """
      R0lGODdhGAAQAIEAAObIPCigPChGyMgoKCwAAAAAGAAQAEAIWAAHCBxIUGCAgwgTHhTAsKFDhgAiSpwYsaDFAQoz\
      BnjIUQDFjwAuFtSoUCRBkgk7PgRJUaVDlhNNDkSJUKZBmgFsYsSpE+dGlxBhRgQaVChRj0IBHE0KICAAOw==
      """
    case .gifMoving:
      """
      R0lGODlhGAAQAIEAAObIPCigPChGyMgoKCH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAGAAQAAAIVgAH\
      CBxIUGCAgwgTHizIcIDChwEaFoSoUCJBigktDsSIUKNBjhE9ggypcaSAkyhTngTAsqVLlipjCnhJE4BMlTVf3kyZ\
      0+VOlD1b/lwZ1ObQokZ/Ig0IACH5BAEKAAEALAAAAAAYABAAgQAAAAAAAAAAAAAAAAgiAAEIHEiwoMGDCBMqXMiw\
      ocOHECNKnEixosWLGDNq3GgwIAAh+QQBCgABACwAAAAAGAAQAIH///8AAAAAAAAAAAAIIgABCBxIsKDBgwgTKlzI\
      sKHDhxAjSpxIsaLFixgzatxoMCAAOw==
      """
    case .gifAlpha:
      """
      R0lGODlhGAAQAIEAAChGyCigPMgoKObIPCH5BAEAAAMALAAAAAAYABAAQAhYAAUIHEhQYICDCBMeBMCwoUOGAyJK\
      nBixoEUBCjMGeMgRAMWPAy4W1KhQJEGSCTs+BElRpUOWE00ORIlQpkGaAWxixKkT50aXEGFGBBpUKFGPQgccTTog\
      IAA7
      """
    case .webPLossless:
      """
      UklGRkIAAABXRUJQVlA4TDUAAAAvF8ADAB8gJCDumC3ZZJpAgFAiRr0sgQAhQoRY0fMfXNUhBsJso0lOcpL3P4KI\
      /gdQPbepTwA=
      """
    case .webPLossy:
      """
      UklGRmQAAABXRUJQVlA4IFgAAADQAwCdASoYABAALhEMhkMQkJCAgAglqALsugH4AfiArAAE2AL/3kAA/v6f8yMX\
      3SB//zTrH/74E64f9Ecr/+EkZXpP/+xPNq/++WOVj7dV//4+OHqfuAAA
      """
    case .webPAlpha:
      """
      UklGRkAAAABXRUJQVlA4TDMAAAAvF8ADEB8gJCBTlsg2EQgkoY47lkCAkCNQkNT5D6BtW0CYbTTJSU7y/kcQ0f9Q\
      tz0r4AkA
      """
    case .webPLossyAlpha:
      """
      UklGRpgAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBUAAAABDzD/ERFCSEB44P9a1YSI/k9Av0wAVlA4IFwA\
      AADwAwCdASoYABAALhEMhkMQkJCAgAglqALsugH4AfiArAAE2ANOKIQAAP7+n/MjF9zfP/74E64f9Ecr/+EkZXpP\
      /+xPNq/++WOVj7dV//4+OHw/5fi///pFKXsAAA==
      """
    case .webPMoving:
      """
      UklGRuwAAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GeAAAAAAAAAAAABcAAA8AAGQA\
      AAJWUDggYAAAABAEAJ0BKhgAEAAuEQyGQxCQkICACCWoAuy6AfgAqgAFpB2yEEqQDifAAP7+h58TJ90gf/NrvSTm\
      Gn//3wJ98Qn9Ecr/+EkZXpP/+xP0L/75Y5WPv3L8//4+OHoeJsCAAEFOTUZAAAAAAAAAAAAAFwAADwAAZAAAAFZQ\
      OCAoAAAA1AIAnQEqGAAQAC4RDIZDAAABBLSAASF0/G/9Fj71AAD+//8TWAAAAA==
      """
    }
  }
}
