/// Which Trolley this is: both programs say the same.
public enum Version {
  public static let text = "1.0.0"
}
