import Testing
import TrolleyModel
import TrolleyTestSupport

/// Places, and the distance and direction between them.
@Suite struct CoordinatesTests {
  @Test func whatIsNearerThanAnySourceKnowsIsHere() {
    #expect(Distance(metres: 0).isHere && Distance(metres: 4).isHere)
    #expect(!Distance(metres: 5).isHere)
  }

  @Test(arguments: [
    ("52.52,13.405", 525_200_000, 134_050_000), (" 52.52 , 13.405 ", 525_200_000, 134_050_000),
    ("52.52 13.405", 525_200_000, 134_050_000), ("-33.8688,151.2093", -338_688_000, 1_512_093_000),
    ("geo:52.52,13.405;u=25", 525_200_000, 134_050_000), ("0,0", 0, 0),
    ("52.52°N 13.405°W", 525_200_000, -134_050_000),
    ("33.8688 S, 151.2093 E", -338_688_000, 1_512_093_000),
    ("90,-180", 900_000_000, -1_800_000_000),
    ("1.00000005,1.00000004", 10_000_001, 10_000_000), ("+1.5,-.5", 15_000_000, -5_000_000),
    ("52,52; 13,405", 525_200_000, 134_050_000), ("52,52;13,405", 525_200_000, 134_050_000),
    ("52,52 13,405", 525_200_000, 134_050_000),
    ("-33,8688 ; 151,2093", -338_688_000, 1_512_093_000),
    ("52,52 N; 13,405 W", 525_200_000, -134_050_000), ("52.52; 13.405", 525_200_000, 134_050_000),
  ]) func typedPlacesAreRead(_ text: String, _ latitude: Int, _ longitude: Int) throws {
    let place = try #require(Coordinates(typed: text))
    #expect(place.latitudeE7 == latitude)
    #expect(place.longitudeE7 == longitude)
  }

  @Test(arguments: [
    "", "Berlin", "52.52", "52.52,13.405,7", "91,0", "0,181", "52,5", "1e3,5", "nan,nan", "inf,0",
    "--1,2", "1..2,3", "52.52.1,3", "N,E", "-5 S, 4", "0x10,4", "9999999999999999999999,1", ",",
    ".,.",
  ]) func whatIsNoPlaceIsNone(_ text: String) {
    // "52,5" is two numbers, a place in Russia: it is the only valid one of this list.
    #expect((Coordinates(typed: text) != nil) == (text == "52,5"))
  }

  @Test(arguments: ["Berlin", "12 High Street", "10115", "N1", "SE1 9", "Straße 5", "東京", "E1 6AN"])
  func namesAreForAServer(_ text: String) throws { #expect(try TypedPlace(text) == .name(text)) }

  @Test(arguments: [
    ("95, 200", "Latitude is"), ("52.52", "Latitude is"), ("95 N, 200 E", "Latitude is"),
    ("91°, 0", "Latitude is"), ("95,5; 13,4", "Latitude is"), ("%%%", "“%%%” names no place."),
    ("…", "names no place"),
  ]) func whatIsNowhereIsSaidWithoutAServer(_ text: String, _ words: String) {
    let failure = #expect(throws: Failure.self) { try TypedPlace(text) }
    #expect(failure?.sentence.contains(words) == true)
  }

  @Test func theDateLineIsOneLine() throws {
    let east = try #require(Coordinates(latitude: 10, longitude: 180))
    let west = try #require(Coordinates(latitude: 10, longitude: -180))
    #expect(east == west)
    #expect(Coordinates(latitude: .nan, longitude: 0) == nil)
    #expect(Coordinates(latitude: 0, longitude: .infinity) == nil)
    #expect(Coordinates(latitude: 90.05, longitude: 0) == nil)
  }

  @Test func textComesBackAsItWas() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let place = try #require(
        Coordinates(
          latitudeE7: Int.random(in: -9_000_000...9_000_000, using: &random) * 100,
          longitudeE7: Int.random(in: -18_000_000..<18_000_000, using: &random) * 100))
      #expect(Coordinates(typed: place.text) == place)
    }
    #expect(Coordinates(latitude: 52.52, longitude: 13.405)?.text == "52.52000,13.40500")
    #expect(Coordinates(latitude: -0.000_001, longitude: -0.5)?.text == "0.00000,-0.50000")
    #expect(Coordinates(latitude: 0.999_999, longitude: 9.999_996)?.text == "1.00000,10.00000")
  }

  @Test func aPlaceCanBeToldLessExactly() throws {
    let place = try #require(Coordinates(latitude: 52.520_008_3, longitude: -13.404_954_9))
    #expect(place.rounded(decimals: 3).text == "52.52000,-13.40500")
    #expect(place.rounded(decimals: 7) == place)
  }

  @Test func distancesAreThoseOfTheSphere() throws {
    func place(_ text: String) throws -> Coordinates { try #require(Coordinates(typed: text)) }
    // A degree of the meridian is R·π/180.
    #expect(try place("0,0").distance(to: place("1,0")).metres == 111_195)
    #expect(try place("0,179.5").distance(to: place("0,-179.5")).metres == 111_195)
    #expect(try place("90,0").distance(to: place("90,77")).metres == 0)
    #expect(try place("0,0").distance(to: place("0,180")).metres == 20_015_087)
    // Berlin and Hamburg, computed with the same formula in another language.
    #expect(try place("52.52,13.405").distance(to: place("53.5511,9.9937")).metres == 255_250)
  }

  @Test func distancesAreTheSameBothWaysAndNoShorterByADetour() throws {
    var random = SplitMix64(seed: 3)
    func any() throws -> Coordinates {
      try #require(
        Coordinates(
          latitudeE7: Int.random(in: -900_000_000...900_000_000, using: &random),
          longitudeE7: Int.random(in: -1_800_000_000..<1_800_000_000, using: &random)))
    }
    for _ in 0..<300 {
      let (a, b, c) = (try any(), try any(), try any())
      #expect(a.distance(to: a).metres == 0)
      #expect(a.distance(to: b) == b.distance(to: a))
      #expect(a.distance(to: b).metres <= a.distance(to: c).metres + c.distance(to: b).metres + 2)
    }
  }

  @Test(arguments: [
    ("1,0", Bearing.north), ("1,1", .northEast), ("0,1", .east), ("-1,1", .southEast),
    ("-1,0", .south), ("-1,-1", .southWest), ("0,-1", .west), ("1,-1", .northWest),
  ]) func bearingsAreInWords(_ text: String, _ bearing: Bearing) throws {
    let there = try #require(Coordinates(typed: text))
    #expect(Coordinates.zero.bearing(to: there) == bearing)
    #expect(Bearing(degrees: 359) == .north)
    #expect(Bearing(degrees: -45) == .northWest)
  }

  @Test(arguments: [
    (0, "0 ft", "0 m"), (30, "100 ft", "30 m"), (79, "260 ft", "80 m"), (81, "0.1 mi", "80 m"),
    (999, "0.6 mi", "1.0 km"), (1609, "1.0 mi", "1.6 km"), (4828, "3.0 mi", "4.8 km"),
    (15_900, "9.9 mi", "16 km"), (16_093, "10 mi", "16 km"), (200_000, "124 mi", "200 km"),
  ]) func distancesReadAsOneWalks(_ metres: Int, _ miles: String, _ kilometres: String) {
    #expect(Distance(metres: metres).text(.miles) == miles)
    #expect(Distance(metres: metres).text(.kilometres) == kilometres)
  }

  @Test func distancesFollowTheLocale() {
    #expect(Distance(metres: 1234).text(.kilometres, style: NumberStyle(locale: "de")) == "1,2 km")
  }

  @Test(arguments: [
    ("de_DE.UTF-8", DistanceUnit.kilometres), ("fr_FR", .kilometres), ("de", .kilometres),
    ("en_IE", .kilometres), ("en_AU", .kilometres), ("en_US.UTF-8", .miles), ("en_GB", .miles),
    ("es_US", .miles), ("C.UTF-8", .miles), ("POSIX", .miles), ("", .miles), ("en", .miles),
  ]) func `distances are in what the country has`(locale: String, unit: DistanceUnit) {
    #expect(NumberStyle(locale: locale).distances == unit)
  }

  @Test func `a setting says in what distances are, wherever that is`() throws {
    let app = TestApp()
    #expect(app.session.distanceUnit == .miles)
    var preferences = Preferences()
    preferences.locale = "de_DE"
    #expect(TestApp(preferences: preferences).session.distanceUnit == .kilometres)
    preferences.nearby.unit = .miles
    #expect(TestApp(preferences: preferences).session.distanceUnit == .miles)
  }

  @Test func radiiAreThree() {
    #expect(SearchRadius.allCases.map(\.metres) == [4828, 8047, 16_093])
    #expect(SearchRadius(name: "5 MILES") == .fiveMiles)
    #expect(SearchRadius(name: "10mi") == .tenMiles)
    #expect(SearchRadius(name: "3") == .threeMiles)
    // What comes within a twentieth of one.
    for (text, radius) in [
      ("5 km", SearchRadius.threeMiles), ("4.8km", .threeMiles), ("4,8 km", .threeMiles),
      ("8 km", .fiveMiles), ("16km", .tenMiles), ("16 Kilometres", .tenMiles),
      ("5000 m", .threeMiles), ("8000 metres", .fiveMiles), ("3.0 mi", .threeMiles),
    ] {
      #expect(SearchRadius(name: text) == radius, "\(text)")
    }
    for text in ["6 km", "1 km", "3 m", "5 ft", "km", "1e3 m", "-5 km", "999999999999999999999 km"]
    {
      #expect(SearchRadius(name: text) == nil, "\(text)")
    }
    for text in ["", "mi", "4mi", "3km", "3 m i l e", "0x3", "٣mi", "33mi"] {
      #expect(SearchRadius(name: text) == nil || text == "3 m i l e")
    }
    #expect(SearchRadius.threeMiles.next == .fiveMiles)
    #expect(SearchRadius.tenMiles.next == .threeMiles)
    #expect(SearchRadius.fiveMiles.text(.kilometres) == "8.0 km")
    for radius in SearchRadius.allCases { #expect(SearchRadius(name: radius.name) == radius) }
  }

  @Test func `the radii that are named can be typed`() {
    #expect(SearchRadius.all(in: .miles, style: .english) == "3mi, 5mi or 10mi")
    let german = NumberStyle(locale: "de")
    #expect(SearchRadius.all(in: .kilometres, style: german) == "4,8km, 8,0km or 16km")
    for radius in SearchRadius.allCases {
      #expect(SearchRadius(name: radius.text(.kilometres, style: german)) == radius)
    }
  }
}
