/// The version of Trolley, shared by both programs.
public enum Version {
  public static let text = "1.0.0"
}
