/// How many numbers fall between powers of two, with their least, largest and sum.
struct Histogram {
  private(set) var count = 0
  private(set) var minimum = Int.max
  private(set) var maximum = 0
  private var sum = 0
  /// Bucket 0 holds 0, bucket b the numbers from 2^(b-1) to 2^b - 1.
  private(set) var buckets = [Int](repeating: 0, count: 64)

  /// Adds a number that is not negative.
  mutating func add(_ number: Int) {
    count += 1
    minimum = min(minimum, number)
    maximum = max(maximum, number)
    sum += number
    buckets[Int.bitWidth - number.leadingZeroBitCount] += 1
  }

  /// The mean in tenths; 0 of nothing.
  var meanTenths: Int { count == 0 ? 0 : (sum * 10 + count / 2) / count }

  /// The numbers of a bucket, as in `16-31`.
  static func label(_ bucket: Int) -> String {
    switch bucket {
    case 0: "0"
    case 1: "1"
    default: "\(1 << (bucket - 1))-\((1 << bucket) - 1)"
    }
  }
}
